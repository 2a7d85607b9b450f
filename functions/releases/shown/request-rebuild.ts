import { docs } from '@datchain/shared/contracts/paths.ts';
import { readMillis } from '@datchain/shared/contracts/tolerant.ts';
import { perDay } from '../../limits/windows.ts';
import type { Services } from '../../services.ts';
import { put } from '../../stores/document-store.ts';

/**
 * Asks for the ledger's pages to be built again. Requests of the same moment ask for the same:
 * then one of the two requests is enough. Each request has a later time than the one before, whatever
 * the clocks say: by its time alone it is told from those that were passed on already.
 */
export async function requestRebuild({
  store,
  clock,
}: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const path = docs.rebuildRequest;
  const stored = (await store.read([path])).get(path);
  const last = readMillis(stored?.data.requestedAt) ?? 0;
  const data = { requestedAt: Math.max(clock.now(), last + 1) };
  await store.write(put(path, data, stored));
}

/**
 * Asks for a rebuild once a day for this subject. What changes it again waits for the schedule's next one,
 * a quarter of an hour at most: otherwise a change and its opposite would start one each minute (N-PPL-20).
 */
export async function requestRebuildOnce(
  services: Pick<Services, 'store' | 'clock' | 'limits'>,
  subject: string,
): Promise<void> {
  const isFirst = (await services.limits.take('rebuild', subject, perDay(1))) === undefined;
  if (isFirst) await requestRebuild(services);
}
