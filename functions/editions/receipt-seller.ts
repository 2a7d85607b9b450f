import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { namePathsOf, publicNames } from '../stores/public-names.ts';

/**
 * Who sold an edition that a user bought, as the public names them now: a seller who chose to be
 * unnamed is so on the receipt too (N-MON-08), but for their own work.
 *
 * @returns '' for someone unnamed, null where no one sold; another user's purchase is refused like
 * one that never was
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
  const stored = await store.read([datPath, ...namePathsOf(sellerUid)]);
  const names = publicNames((path) => stored.get(path)?.data);
  const dat = readDatGuard(stored.get(datPath)?.data);
  return { seller: (dat ? names.on(dat) : names).of(sellerUid).username };
}
