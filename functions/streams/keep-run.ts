import type { StreamRun } from '@datchain/shared/contracts/documents/stream-run.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

/** Logs what a run left, for alerts (docs/streams.md), and stores it for the operators' desk (N-JOB-03). */
export async function keepRun(
  { store }: Pick<Services, 'store'>,
  { at, openDays, oldestOpenDay, closedDays }: StreamRun,
): Promise<void> {
  if (openDays > 0) log.error('Streams wait to be shared', { openDays, oldestOpenDay });
  if (closedDays > 0) log.warn('Streams of closed days are not shared', { closedDays });
  const run: StreamRun = { at, openDays, oldestOpenDay, closedDays };
  await retryOnConflict(alwaysLate('the last run of streams'), async () => {
    const stored = (await store.read([docs.streamRun])).get(docs.streamRun);
    return store.write(put(docs.streamRun, { ...run }, stored));
  });
}
