import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Services } from '../services.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import { liveDatabase, type SharedValues } from '../stores/live-database.ts';
import { loadCatalogue } from './catalogue.ts';
import { returnWrongCredits } from './links.ts';
import { publishShelves } from './publish.ts';
import { rematchQueue } from './rematch.ts';

async function isEmpty(store: DocumentStore): Promise<boolean> {
  return (await store.list(docs.streamQueue, { limit: 1 })).length === 0;
}

/**
 * Looks at the streams that wait for their work, as every import does, and publishes those that found
 * it: a work may have been given its ISRC since (N-FCT-02).
 *
 * @returns how many figures left the queue
 */
export async function rematchWaiting(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  live: SharedValues = liveDatabase(),
): Promise<number> {
  if (await isEmpty(store)) return 0;
  const catalogue = await loadCatalogue(store);
  const returned = await returnWrongCredits(store, catalogue);
  const { effects } = await rematchQueue(store, catalogue);
  // An operator may have changed links meanwhile.
  returned.push(...(await returnWrongCredits(store, await loadCatalogue(store), catalogue)));
  const figures = [...effects.figures.values()].reduce((sum, count) => sum + count, 0);
  if (figures + returned.length > 0) await publishShelves({ store, live }, clock.now);
  return figures;
}
