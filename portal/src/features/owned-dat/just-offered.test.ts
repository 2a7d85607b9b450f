import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import { expect, test } from 'vitest';
import { isOvertaken, liveOffer } from './just-offered.ts';

const edition = (isForSale: boolean, sold = false): OwnedDat => ({
  datId: 'blue',
  edition: 1,
  earnedMicros: 0,
  sharePpm: 25_000,
  isForSale,
  sold,
});
const live = (offer: number | null) => [
  null,
  { isWithCreator: false, wasSold: true, isForSale: offer !== null, priceCents: offer ?? 1_800 },
];

test('the live values tell the price at which an edition is offered', () => {
  expect(liveOffer(live(4_000), 1)).toBe(4_000);
  expect(liveOffer(live(null), 1)).toBeNull();
  expect(liveOffer(undefined, 1)).toBeUndefined();
});

test('[R-OWN-07] an offer made on this page is shown until the wallet shows it or a sale', () => {
  const offered = { offer: 3_000, before: null };
  expect(isOvertaken(offered, edition(false), live(null))).toBe(false);
  expect(isOvertaken(offered, edition(false), live(3_000))).toBe(false);
  expect(isOvertaken(offered, edition(true), live(null))).toBe(true);
  expect(isOvertaken(offered, edition(false, true), live(null))).toBe(true);
});

test('[R-OWN-04] an edition taken back here and offered elsewhere is for sale, even if the wallet never showed it unlisted', () => {
  const takenBack = { offer: null, before: 3_000 };
  expect(isOvertaken(takenBack, edition(true), live(3_000))).toBe(false);
  expect(isOvertaken(takenBack, edition(true), live(4_000))).toBe(true);
});

test('without live values the wallet alone decides whether an edition is for sale', () => {
  expect(isOvertaken({ offer: null, before: undefined }, edition(true), undefined)).toBe(false);
  expect(isOvertaken({ offer: null, before: undefined }, edition(false), undefined)).toBe(true);
});
