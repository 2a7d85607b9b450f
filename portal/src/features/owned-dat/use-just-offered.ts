import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isOvertaken, liveOffer, type Noted } from './just-offered.ts';

const none: ReadonlyMap<number, Noted> = new Map();

/**
 * Keeps offers that this page made (a price) or withdrew (null) until the stored values show the
 * same or something newer. So a success is on screen at once (R-OWN-07).
 */
export function useJustOffered(datId: string, owned: readonly OwnedDat[], live: unknown) {
  const [noted, setNoted] = useState(none);
  const newest = useRef(live);
  newest.current = live;
  const overtaken = owned
    .filter((edition) => edition.datId === datId)
    .filter((edition) => {
      const own = noted.get(edition.edition);
      return own !== undefined && isOvertaken(own, edition, live);
    })
    .map(({ edition }) => edition)
    .join();

  useEffect(() => {
    if (overtaken === '') return;
    const gone = new Set(overtaken.split(',').map(Number));
    setNoted((before) => new Map([...before].filter(([number]) => !gone.has(number))));
  }, [overtaken]);

  const note = useCallback((number: number, offer: Cents | null) => {
    const before = liveOffer(newest.current, number);
    setNoted((all) => new Map(all).set(number, { offer, before }));
  }, []);
  const offers = useMemo(
    () => new Map([...noted].map(([number, { offer }]) => [number, offer])),
    [noted],
  );
  return { offers, note };
}
