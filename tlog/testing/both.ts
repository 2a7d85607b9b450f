import { publicEntries } from '@datchain/shared/domain/public-log/entries.ts';
import { checkLog } from '../check.ts';
import { readKeptTree } from '../verify/state.ts';
import { makeLogReader, type PublishedLog } from './made-log.ts';
import type { PythonVerifier } from './python-verifier.ts';

async function nodeVerdict(files: PublishedLog, kept?: Uint8Array): Promise<string> {
  const verdict = await checkLog(makeLogReader(files), {
    entries: publicEntries,
    ...(kept ? { kept: readKeptTree(kept) } : {}),
  });
  if (!verdict.ok) return `${verdict.where} ${verdict.at} ${verdict.fault}`;
  return verdict.doubts.join() || 'sound';
}

export async function compareVerdicts(
  python: PythonVerifier | undefined,
  files: PublishedLog,
  kept?: Uint8Array,
): Promise<string> {
  const [said, other] = [await nodeVerdict(files, kept), await python?.check(files, kept)];
  return other === undefined || said === other ? said : `${said}, and in Python: ${other}`;
}
