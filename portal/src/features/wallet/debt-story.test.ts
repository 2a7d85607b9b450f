import type { RecordedMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { expect, test } from 'vitest';
import { debtStory } from './debt-story.ts';

const MICROS = 1_000_000;
const payment = { orderId: 'o', blockId: '50', priceCents: 50, qty: 80, totalCents: 5_000 };

/** Newest first, as they are read. */
const movements: readonly RecordedMovement[] = [
  { kind: 'debt-paid', at: 9, paidMicros: 4 * MICROS, debtMicros: 6 * MICROS, entryId: 'paid' },
  { kind: 'tokens-listed', at: 8, listingId: 'l', blockId: '50', qty: 1, entryId: 'listed' },
  {
    kind: 'payment-refunded',
    at: 7,
    ...payment,
    missingQty: 20,
    debtMicros: 10 * MICROS,
    entryId: 'refund',
  },
  { kind: 'payment-refunded', at: 6, ...payment, debtMicros: 0, entryId: 'all there' },
  { kind: 'debt-paid', at: 5, paidMicros: 3 * MICROS, debtMicros: 0, entryId: 'long ago' },
];

test('[N-MON-04] the story of a debt has the refund, the missing tokens and later settlements, but no older debt', () => {
  expect(debtStory(movements, 6 * MICROS)).toEqual([
    { entryId: 'paid', at: 9, what: 'Debt paid from earnings', micros: -4 * MICROS },
    {
      entryId: 'refund',
      at: 7,
      what: 'Refund of $50.00: 80 tokens were taken back; 20 had been spent or sold',
      micros: 10 * MICROS,
    },
  ]);
});

test('a dispute, a correction and money that came back have their lines', () => {
  const story = debtStory(
    [
      { kind: 'payment-reinstated', at: 3, ...payment, debtMicros: -2 * MICROS, entryId: 'back' },
      {
        kind: 'stream-correction',
        at: 2,
        datId: 'blue',
        platform: 'spotify',
        date: '2026-11-01',
        earnedMicros: -MICROS,
        debtMicros: MICROS,
        entryId: 'streams',
      },
      {
        kind: 'payment-disputed',
        at: 1,
        ...payment,
        qty: 1,
        missingQty: 1,
        debtMicros: 3 * MICROS,
        entryId: 'dispute',
      },
    ],
    2 * MICROS,
  );
  expect(story.map(({ what, micros }) => [what, micros / MICROS])).toEqual([
    ['A refund or dispute was reversed', -2],
    ['Corrected streams: some had already been paid out', 1],
    ['Disputed payment of $50.00: 1 token was taken back; 1 had been spent or sold', 3],
  ]);
});

test('a refund that found no tokens says so', () => {
  const refund: RecordedMovement = {
    kind: 'payment-refunded',
    at: 1,
    ...payment,
    qty: 0,
    missingQty: 100,
    debtMicros: 50 * MICROS,
    entryId: 'refund',
  };
  expect(debtStory([refund], 50 * MICROS)).toMatchObject([
    { what: 'Refund of $50.00: 100 tokens had been spent or sold' },
  ]);
});

test.each([
  [
    { qty: 53, excessMicros: 12_530_000, debtMicros: 12_530_000 },
    'Disputed payment of $38.00: 53 tokens were taken back; $12.53 more went back to the card than was paid',
  ],
  [
    { qty: 0, excessMicros: 12_530_000, debtMicros: 12_530_000 },
    'Disputed payment of $38.00: $12.53 more went back to the card than was paid',
  ],
  [
    { qty: 53, missingQty: 1, excessMicros: 10_000, debtMicros: 520_000 },
    'Disputed payment of $38.00: 53 tokens were taken back; 1 had been spent or sold; $0.01 more went back to the card than was paid',
  ],
  [{ qty: 53, debtMicros: 500_000 }, 'Disputed payment of $38.00: 53 tokens were taken back'],
  [{ qty: 0, debtMicros: 500_000 }, 'Disputed payment of $38.00'],
])('[N-MON-04] a debt of a dispute states only what happened: %o', (amounts, what) => {
  const dispute: RecordedMovement = {
    kind: 'payment-disputed',
    at: 1,
    ...payment,
    totalCents: 3_800,
    ...amounts,
    entryId: 'dispute',
  };
  expect(debtStory([dispute], amounts.debtMicros)).toMatchObject([{ what }]);
});

test('a user without a debt has no story of one', () => {
  expect(debtStory(movements, 0)).toEqual([]);
});
