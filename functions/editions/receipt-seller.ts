import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { listNamePaths, publicNames } from '../stores/public-names.ts';

/**
 * Returns the seller of an edition that a user bought, under today's public name. An unnamed seller
 * stays unnamed on the receipt (N-MON-08), except for their own work.
 *
 * @returns '' for someone unnamed, null where no one sold; another user's purchase gets the same
 * refusal as an unknown one
 */
export async function receiptSeller(
  { store }: Pick<Services, 'store'>,
  uid: string,
  entryId: string,
): Promise<{ seller: string | null } | Refusal> {
  const [movementPath, eventPath] = [docs.movement(uid, entryId), docs.datEvent(entryId, 0)];
  const sale = await store.read([movementPath, eventPath]);
  const movement = readMovement(sale.get(movementPath)?.data);
  if (movement?.kind !== 'edition-bought') return refuse('not-found', 'Purchase not found');
  const sellerUid = readDatEvent(sale.get(eventPath)?.data)?.fromUid;
  if (!sellerUid) return { seller: null };
  const datPath = docs.datGuard(movement.datId);
  const stored = await store.read([datPath, ...listNamePaths(sellerUid)]);
  const names = publicNames((path) => stored.get(path)?.data);
  const dat = readDatGuard(stored.get(datPath)?.data);
  return { seller: (dat ? names.on(dat) : names).of(sellerUid).username };
}
