import { expect, test } from 'vitest';
import { listEdition, mintDat, sellEdition, unlistEdition } from './editions.ts';
import type { DatGuard } from './guards.ts';
import {
  readReason,
  restoreDat,
  takeDownDat,
  takedownVersion,
  takenDownLine,
} from './take-down.ts';

const minted = mintDat(
  { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_000, sharePpm: 25_000 },
  10,
);
const resale: DatGuard = {
  ...minted,
  editions: minted.editions.map((edition) => ({ ...edition, ownerUid: 'bo', wasSold: true })),
};
const down = takeDownDat(resale, 'A claim of rights', 20);
const refusal = { code: 'failed-precondition', message: 'This DAT has been taken down.' };

test('a DAT that is taken down has no sales and no new listings', () => {
  const purchase = { number: 1, buyerUid: 'cy', expectedCents: 1_000 };
  expect(sellEdition(down, purchase, new Map(), 30)).toMatchObject(refusal);
  expect(listEdition(down, 1, 'bo', 2_000)).toMatchObject(refusal);
});

test('an offer of a DAT that is taken down can be cancelled; its owner and the takedown stay', () => {
  const withdrawn = unlistEdition(down, 1, 'bo');
  expect(withdrawn).toMatchObject({ editions: [{ ownerUid: 'bo', askPriceCents: null }] });
  expect(withdrawn).toMatchObject({ takenDown: { at: 20, reason: 'A claim of rights' } });
});

test('a takedown does not replace refusals for other owners or for one’s own edition', () => {
  expect(listEdition(down, 1, 'cy', 2_000)).toMatchObject({ message: 'Edition not found' });
  const own = { number: 1, buyerUid: 'bo', expectedCents: 1_000 };
  expect(sellEdition(down, own, new Map(), 30)).toMatchObject({
    message: 'You already own this edition.',
  });
});

test('a restored DAT is as before, and each takedown or restoration has a new version', () => {
  const { takedownVersion: version, takenDown, ...again } = restoreDat(down);
  expect([again, takenDown]).toEqual([resale, null]);
  expect([takedownVersion(resale), takedownVersion(down), version]).toEqual([0, 1, 2]);
});

test.each([
  ['  A claim\n of   rights ', 'A claim of rights'],
  ['é'.repeat(300), 'é'.repeat(300)],
])('the reason %j is read as one line', (given, read) => {
  expect(readReason(given)).toBe(read);
});

test.each([
  ['', 'Give a reason: everyone will read it.'],
  [' \n', 'Give a reason: everyone will read it.'],
  [undefined, 'Give a reason: everyone will read it.'],
  [7, 'Give a reason: everyone will read it.'],
  ['é'.repeat(301), 'The reason may have at most 300 characters.'],
])('a reason such as %j is refused', (given, message) => {
  expect(readReason(given)).toMatchObject({ code: 'invalid-argument', message });
});

test.each([
  [
    { at: Date.UTC(2026, 10, 20, 23, 59), reason: 'A claim of rights' },
    'Taken down on 20 Nov 2026. Reason: A claim of rights.',
  ],
  [
    { at: Date.UTC(2026, 10, 20), reason: 'Asked for by its artist.' },
    'Taken down on 20 Nov 2026. Reason: Asked for by its artist.',
  ],
  [
    { at: Date.UTC(2026, 10, 20), reason: 'See claim no. 7' },
    'Taken down on 20 Nov 2026. Reason: See claim no. 7.',
  ],
  [{ at: 0, reason: '' }, 'Taken down.'],
])('the takedown %j has the public note: %s', (takenDown, line) => {
  expect(takenDownLine(takenDown)).toBe(line);
});
