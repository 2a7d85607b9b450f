import { checkLog } from '@datchain/shared/domain/public-log/check.ts';
import { readKeys } from '@datchain/shared/domain/public-log/keys.ts';
import { readCheckpoint } from '@datchain/shared/domain/public-log/lines.ts';
import type { Verdict } from '@datchain/shared/domain/public-log/verdict.ts';
import { browserProofs } from './browser-proofs.ts';
import { type LogSource, linesOf, openSource, readSource } from './log-bytes.ts';

export interface LogSources {
  readonly log: LogSource;
  readonly checkpoints: LogSource;
  readonly keys: LogSource;
  /** Checkpoints kept from an earlier time. */
  readonly kept?: LogSource | undefined;
}

/** How many lines were read, and how many the last checkpoint counts. */
export type Progress = (read: number, all: number) => void;

const TELL_EVERY = 250;

async function* counted(lines: AsyncIterable<string>, all: number, tell: Progress) {
  let read = 0;
  for await (const line of lines) {
    read += 1;
    if (read % TELL_EVERY === 0) tell(read, all);
    yield line;
  }
  tell(read, all);
}

async function* linesIn(text: string): AsyncGenerator<string> {
  yield* text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

const lengthSaid = (checkpoints: string): number =>
  readCheckpoint(checkpoints.trimEnd().split('\n').at(-1) ?? '')?.length ?? 0;

/**
 * Checks a log in this browser (docs/public-log.md, "How to verify"). The log itself is read as it
 * comes, whatever its length; checkpoints are few.
 *
 * @throws when a file cannot be read; NoSignatures
 */
export async function verifyLog(sources: LogSources, tell: Progress): Promise<Verdict> {
  const keys = await readKeys(await readSource(sources.keys), browserProofs.sha256);
  if ('ok' in keys) return keys as Verdict;
  const checkpoints = await readSource(sources.checkpoints);
  const kept = sources.kept && (await readSource(sources.kept));
  const log = linesOf(await openSource(sources.log));
  return checkLog(
    {
      log: counted(log, lengthSaid(checkpoints), tell),
      checkpoints: linesIn(checkpoints),
      keys: keys as ReadonlyMap<string, string>,
      ...(kept ? { kept: linesIn(kept) } : {}),
    },
    browserProofs,
  );
}
