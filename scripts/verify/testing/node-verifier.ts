import { nodeProofs } from '../../../functions/public-log/node-proofs.ts';
import { rawLines } from '../../../functions/public-log/raw-lines.ts';
import { checkLog } from '../../../shared/domain/public-log/check.ts';
import { readKeys } from '../../../shared/domain/public-log/keys.ts';
import type { Verdict } from '../../../shared/domain/public-log/verdict.ts';
import type { Files } from './python-verifier.ts';

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 700) yield bytes.subarray(start, start + 700);
}

/** What `npm run verify` does, of files that are in memory. */
export async function nodeVerdict(files: Files): Promise<Verdict> {
  const keys = await readKeys(files.keys.toString('latin1'), nodeProofs.sha256);
  if ('ok' in keys) return keys as Verdict;
  return checkLog(
    {
      log: rawLines(inPieces(files.log)),
      checkpoints: rawLines(inPieces(files.checkpoints)),
      keys,
      ...(files.kept ? { kept: rawLines(inPieces(files.kept)) } : {}),
    },
    nodeProofs,
  );
}
