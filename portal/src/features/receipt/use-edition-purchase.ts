import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { readMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import { useDats } from '../../lib/use-dats.ts';
import { useDocument } from '../../lib/use-document.ts';
import { liveOr } from '../../lib/use-watched.ts';
import type { Bought } from './edition-receipt.ts';

/** A purchase as it becomes known. Somebody else's is not found, like one that never was. */
export type PurchaseView =
  | { readonly state: 'loading' | 'failed' | 'notFound' }
  | ({ readonly state: 'known' } & Omit<Bought, 'buyer' | 'origin'>);

/** Follows one purchase of an edition by the entry in its buyer's history. */
export function useEditionPurchase(uid: string, entryId: string): PurchaseView {
  // What no document may be called is asked of nobody.
  const usable = /^(?!__.*__$)[\w:.-]{1,300}$/.test(entryId);
  const movement = useDocument(usable ? docs.movement(uid, entryId) : undefined, readMovement);
  const purchase = liveOr(movement, undefined);
  const isPurchase = purchase?.kind === 'edition-bought';
  const dats = useDats();
  // The sale's own document says who sold; its two sides may read it.
  const event = useDocument(isPurchase ? docs.datEvent(entryId, 0) : undefined, readDatEvent);
  const sellerUid = liveOr(event, undefined)?.fromUid;
  const seller = useDocument(sellerUid ? docs.publicProfile(sellerUid) : undefined, readUsername);

  if (!usable) return { state: 'notFound' };
  if (movement.state !== 'ready') return { state: movement.state };
  if (!isPurchase) return { state: 'notFound' };
  const isComing = event.state === 'loading' || (sellerUid && seller.state === 'loading');
  if (isComing || dats.state === 'loading') return { state: 'loading' };
  const dat = liveOr(dats, undefined)?.get(purchase.datId);
  return { state: 'known', entryId, purchase, dat, sellerUsername: liveOr(seller, '') };
}

const readUsername = (value: unknown): string => (isRecord(value) ? readText(value.username) : '');
