import { formatCount } from '@datchain/shared/domain/format.ts';
import { publicEntries } from '@datchain/shared/domain/public-log/entries.ts';
import { readSiteLog } from '@datchain/shared/ui/site-log.ts';
import { checkLog } from '@datchain/tlog/check.ts';
import type { Read } from '@datchain/tlog/read-tree.ts';
import { rememberedCheckpoint } from './log-memory.ts';
import { part, unreadable } from './verify-outcome.ts';
import { logOutcome, type Outcome } from './verify-words.ts';

/** Drawing each of the many files that are read would take a fifth of the time. */
const LINES_A_STEP = 4_096;

function tell(read: number, all: number): void {
  if (read % LINES_A_STEP !== 0 && read < all) return;
  part<HTMLProgressElement>('progress').value = all > 0 ? read / all : 1;
  part('count').textContent = `${formatCount(read)} of ${formatCount(all)} lines`;
}

/** Checks the whole tree of the site's log in this browser. @param ledger a chosen file, to be compared with it */
export async function checkEverything(ledger?: Uint8Array): Promise<Outcome> {
  const kept = rememberedCheckpoint()?.tree;
  const read: Read = async (path) => (path === 'ledger.jsonl' ? ledger : readSiteLog(path));
  const filesOf = (size: number) => (ledger ? [{ path: 'ledger.jsonl', start: 0, end: size }] : []);
  const progress = part<HTMLProgressElement>('progress');
  progress.hidden = false;
  try {
    const entries = { ...publicEntries, filesOf };
    const options = { entries, onProgress: tell, ...(kept ? { kept } : {}) };
    return logOutcome(await checkLog(read, options));
  } catch (error) {
    return unreadable(error);
  } finally {
    progress.hidden = true;
  }
}
