import { getReceiptSeller } from '@datchain/shared/contracts/calls/receipt.ts';
import { readMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import * as v from 'valibot';
import { call } from '../../lib/calls/callables.ts';
import { useDats } from '../../lib/data/use-dats.ts';
import { useDocument } from '../../lib/data/use-document.ts';
import { liveOr, useWatched, type Watch } from '../../lib/data/use-watched.ts';
import type { Bought } from './edition-receipt.ts';

/** A purchase as it becomes known. Someone else's is not found, like one that never was. */
export type PurchaseView =
  | { readonly state: 'loading' | 'failed' | 'notFound' }
  | ({ readonly state: 'known' } & Omit<Bought, 'buyer' | 'origin'>);

/** Follows one purchase of an edition by the entry in its buyer's history. */
export function useEditionPurchase(uid: string, entryId: string): PurchaseView {
  // What no document may be called is asked of no one.
  const usable = /^(?!__.*__$)[\w:.-]{1,300}$/.test(entryId);
  const movement = useDocument(usable ? docs.movement(uid, entryId) : undefined, readMovement);
  const purchase = liveOr(movement, undefined);
  const isPurchase = purchase?.kind === 'edition-bought';
  const dats = useDats();
  const seller = useWatched(askForSeller, isPurchase ? entryId : undefined, readSeller);

  if (!usable) return { state: 'notFound' };
  if (movement.state !== 'ready') return { state: movement.state };
  if (!isPurchase) return { state: 'notFound' };
  if (seller.state === 'loading' || dats.state === 'loading') return { state: 'loading' };
  const dat = liveOr(dats, undefined)?.get(purchase.datId);
  return { state: 'known', entryId, purchase, dat, seller: liveOr(seller, null) };
}

/** Only the server knows who sold; where no answer came it is asked again. */
const askForSeller: Watch = (entryId, onChange, onFailure) => {
  let isAsked = true;
  call(getReceiptSeller, { entryId }).then(
    (answer) => isAsked && onChange(answer),
    (error: unknown) => isAsked && onFailure(error),
  );
  return () => {
    isAsked = false;
  };
};

const readSeller = (answer: unknown) => v.parse(getReceiptSeller.output, answer).seller;
