import { formatCount } from '@datchain/shared/domain/format.ts';
import { certificateLine, proofName } from '@datchain/shared/domain/public-log/certificate-line.ts';
import { readSiteLog } from '@datchain/shared/ui/site-log.ts';
import { bytesOfText, textOfBytes } from '@datchain/tlog/bytes.ts';
import { proofText } from '@datchain/tlog/proof-file.ts';
import { readLatest, readProof } from '@datchain/tlog/read-proof.ts';
import { certificateAsked } from '../../views/certificate/certificate-asked.ts';
import { saveFile } from '../log/save-file.ts';

/** Makes the proof of the shown certificate from the log's tiles, and downloads it. @returns what to say of it */
export async function saveProof(): Promise<string> {
  const { datId, edition = 0 } = certificateAsked(location);
  const slice = await readSiteLog(`log/${encodeURIComponent(datId)}.jsonl`);
  const lines = slice && textOfBytes(slice)?.match(/[^\n]*\n/g);
  const line = certificateLine(lines ?? [], edition);
  if (!line) return 'The public log has no line for this edition yet. Try again in a few minutes.';
  const { text, number, version } = line;
  const latest = await readLatest(readSiteLog);
  const place = { index: number - 1, entry: bytesOfText(text) };
  const proof = await readProof(readSiteLog, latest, place);
  const name = proofName(datId, edition, version);
  saveFile(name, new Blob([proofText(proof)], { type: 'text/plain' }));
  const size = formatCount(latest.tree.size);
  return `${name} proves line ${formatCount(number)}, as of the log with ${size} lines. Newer lines may exist.`;
}
