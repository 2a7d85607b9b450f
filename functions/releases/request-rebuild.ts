import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Services } from '../services.ts';

/**
 * Asks for the ledger's pages to be built again. Whoever asks at the same moment asks for the same:
 * then one of the two requests is enough.
 */
export async function requestRebuild({
  store,
  clock,
}: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const path = docs.rebuildRequest;
  const data = { requestedAt: clock.now() };
  const stored = (await store.read([path])).get(path);
  await store.write({
    create: stored ? [] : [{ path, data }],
    replace: stored ? [{ path, data, version: stored.version }] : [],
    increment: [],
  });
}
