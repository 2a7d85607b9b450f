import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { useCallback, useEffect, useState } from 'react';

type Offers = ReadonlyMap<number, Cents | null>;

const none: Offers = new Map();

/**
 * Offers this page made (a price) or took back (null), from the answer on until the wallet shows
 * the same: a success is on screen at once (SPEC §4).
 */
export function useJustOffered(datId: string, owned: readonly OwnedDat[]) {
  const [offers, setOffers] = useState(none);
  const shown = owned
    .filter((edition) => edition.datId === datId)
    .filter(({ edition, isForSale, sold }) => {
      const offer = offers.get(edition);
      return offer !== undefined && (sold || isForSale === (offer !== null));
    })
    .map(({ edition }) => edition)
    .join();

  useEffect(() => {
    if (shown === '') return;
    const arrived = new Set(shown.split(',').map(Number));
    setOffers((before) => new Map([...before].filter(([number]) => !arrived.has(number))));
  }, [shown]);

  const note = useCallback((number: number, offer: Cents | null) => {
    setOffers((before) => new Map(before).set(number, offer));
  }, []);
  return { offers, note };
}
