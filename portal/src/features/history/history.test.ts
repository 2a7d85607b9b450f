import {
  type Movement,
  type MovementKind,
  movementSchema,
  readMovements,
} from '@datchain/shared/contracts/documents/movement.ts';
import { expect, test } from 'vitest';
import { movementsCsv } from './csv.ts';
import { movementGroups, movementWords } from './movement-words.ts';

const at = Date.UTC(2026, 10, 20, 10, 42);
const order = { at, orderId: 'o1', blockId: '50', qty: 40, totalCents: 2_000 };
const edition = { at, datId: 'blue', edition: 3, priceCents: 7_200 };
const payout = { at, payoutId: 'p1', source: 'credits' as const, amountCents: 4_000 };
const streams = { at, datId: 'blue', platform: 'apple_music', date: '2026-11-18' };
const taken = { ...order, priceCents: 50, debtMicros: 0 };

const samples: readonly (readonly [Movement, object])[] = [
  [
    { kind: 'tokens-bought', ...order, priceCents: 50 },
    { what: 'Bought 40 tokens at $0.50, by card', tokens: 40, micros: -20_000_000 },
  ],
  [
    {
      kind: 'tokens-sold',
      at,
      blockId: '50',
      priceCents: 50,
      qty: 1,
      grossMicros: 500_000,
      earnedMicros: 475_000,
    },
    { what: 'Sold 1 listed token at $0.50: 95% of $0.50', micros: 475_000 },
  ],
  [
    { kind: 'tokens-listed', at, listingId: 'l1', blockId: '50', qty: 40 },
    { what: 'Listed 40 tokens for sale in Link 50', tokens: -40 },
  ],
  [
    { kind: 'tokens-unlisted', at, listingId: 'l1', blockId: '50', qty: 30 },
    { what: 'Took 30 tokens back from Link 50', tokens: 30 },
  ],
  [{ kind: 'payment-returned', ...order }, { what: /^Payment of \$20.00 returned to the card/ }],
  [
    { kind: 'payment-refunded', ...taken, qty: 10, debtMicros: 5_000_000 },
    {
      what: 'Refund returned to the card. You owe $5.00. Earnings pay it first.',
      tokens: -10,
      micros: 20_000_000,
    },
  ],
  [
    { kind: 'payment-disputed', ...taken },
    { what: 'Disputed payment returned to the card', tokens: -40 },
  ],
  [
    { kind: 'payment-reinstated', ...taken },
    { tokens: 40, micros: -20_000_000 },
  ],
  [
    { kind: 'payment-recovered', ...taken, totalCents: 0 },
    {
      what: 'Tokens that somebody had not paid for came back, and settled what a refund had missed',
      tokens: -40,
    },
  ],
  [
    { kind: 'earned-before', at, earnedMicros: 4_000_000 },
    { what: 'Earned before this history begins', micros: 4_000_000 },
  ],
  [
    { kind: 'rewards-claimed', at, qty: 2 },
    { what: 'Claimed reward tokens', rewardTokens: 2 },
  ],
  [
    { kind: 'edition-bought', ...edition, tokens: 240 },
    { what: 'Bought #3 of Blue for $72.00', tokens: -240 },
  ],
  [
    { kind: 'edition-sold', isResale: true, ...edition, earnedMicros: 54_000_000 },
    { what: 'Sold #3 of Blue for $72.00', micros: 54_000_000 },
  ],
  [
    { kind: 'royalty', ...edition, earnedMicros: 7_200_000 },
    { what: "Creator's share of the sale of #3 of Blue for $72.00", micros: 7_200_000 },
  ],
  [
    { kind: 'edition-listed', at, datId: 'blue', edition: 3, askPriceCents: 7_200 },
    { what: 'Listed #3 of Blue for sale at $72.00' },
  ],
  [
    { kind: 'edition-unlisted', at, datId: 'blue', edition: 3, askPriceCents: null },
    { what: 'Took #3 of Blue off sale' },
  ],
  [{ kind: 'edition-given', at, datId: 'blue', edition: 3 }, { what: 'Gave #3 of Blue away' }],
  [
    { kind: 'edition-received', at, datId: 'blue', edition: 3, isReturned: false },
    { what: 'Was given #3 of Blue' },
  ],
  [
    { kind: 'stream-earnings', ...streams, earnedMicros: 250_000 },
    { what: 'Streams of Blue on Apple Music, 18 Nov 2026', micros: 250_000 },
  ],
  [
    { kind: 'stream-correction', ...streams, earnedMicros: -50_000, debtMicros: 0 },
    { what: 'Corrected streams of Blue on Apple Music, 18 Nov 2026', micros: -50_000 },
  ],
  [
    { kind: 'payout-requested', ...payout },
    { what: 'Cash-out of earnings', micros: -40_000_000 },
  ],
  [
    { kind: 'payout-paid', ...payout, transferId: 'tr_1' },
    { what: 'Cash-out paid, transfer tr_1' },
  ],
  [{ kind: 'payout-returned', ...payout }, { micros: 40_000_000 }],
  [{ kind: 'payout-reversed', ...payout }, { micros: 40_000_000 }],
  [
    { kind: 'debt-paid', at, paidMicros: 5_000_000, debtMicros: 0 },
    { what: 'Debt paid from earnings', micros: -5_000_000 },
  ],
  [
    { kind: 'rest-waived', at, earnedMicros: 3_000_001, changeMicros: 9, rewardQty: 2 },
    { what: 'Given up to close the account', micros: -3_000_010, rewardTokens: -2 },
  ],
];

const songOf = (datId: string) => (datId === 'blue' ? 'Blue' : datId);

test.each(samples)(
  'a movement of kind $kind is put into words',
  (movement, { what, ...amounts }: { what?: string | RegExp }) => {
    const recorded = { ...movement, entryId: 'e1' };
    const words = movementWords(recorded, songOf);
    expect(words).toMatchObject(amounts);
    if (what instanceof RegExp) expect(words.what).toMatch(what);
    else expect(words.what).toBe(what ?? words.what);
    expect(readMovements([{ id: 'e1', data: movement }])).toEqual([recorded]);
  },
);

test.each([
  [{ tokens: 239 }, -239],
  [{ tokens: 0 }, undefined],
])('a purchase that was partly paid with change says so (%j)', (paid, tokens) => {
  const bought = { kind: 'edition-bought' as const, ...edition, ...paid, entryId: 'e1' };
  const words = movementWords({ ...bought, changeSpentMicros: 220_000 }, songOf);
  expect(words.what).toBe('Bought #3 of Blue for $72.00, $0.22 of it from change');
  expect(words.tokens).toBe(tokens);
});

test('a user who buys back their own listed tokens sees what they earned from it', () => {
  const bought = { kind: 'tokens-bought' as const, ...order, priceCents: 50, entryId: 'e1' };
  expect(movementWords({ ...bought, earnedMicros: 9_500_000 }, songOf)).toMatchObject({
    what: 'Bought 40 tokens at $0.50, by card. $9.50 of it was earned, for own tokens',
    micros: -10_500_000,
  });
});

test('every kind of movement has a sample in this test, and belongs to one group', () => {
  const kinds: MovementKind[] = movementSchema.options.map(({ entries }) => entries.kind.literal);
  expect(samples.map(([{ kind }]) => kind).sort()).toEqual(kinds.toSorted());
  const groups = movementGroups.filter(({ name }) => name !== 'purchases' && name !== 'debts');
  expect(groups.flatMap(({ kinds: some }) => [...some]).sort()).toEqual(kinds.toSorted());
});

test('each purchase leads to its receipt', () => {
  const [purchases] = movementGroups;
  const hrefs = samples
    .filter(([{ kind }]) => purchases.kinds.some((one) => one === kind))
    .map(([movement]) => movementWords({ ...movement, entryId: 'sale:blue:3:1' }, songOf).href);
  expect(hrefs).toEqual(['/orders/o1', '/wallet/receipt/sale:blue:3:1']);
});

test('the table for spreadsheets has exact amounts, doubled quotes and no formulas', () => {
  const named = (datId: string) => (datId === 'blue' ? '=1+1, "Blue"' : datId);
  const csv = movementsCsv(
    [
      { kind: 'stream-correction', ...streams, earnedMicros: -50_001, debtMicros: 0, entryId: 'a' },
      { kind: 'payout-paid', ...payout, transferId: 'tr_1', entryId: 'b' },
      { kind: 'edition-sold', isResale: true, ...edition, earnedMicros: 54_000_000, entryId: 'c' },
    ],
    named,
  );
  expect(csv.split('\r\n')).toEqual([
    'Date (UTC),Kind,What,Utility tokens,Reward tokens,US dollars,Work,Edition,Reference',
    '2026-11-20T10:42:00.000Z,stream-correction,"Corrected streams of =1+1, ""Blue"" on Apple Music, 18 Nov 2026",,,-0.050001,"\'=1+1, ""Blue""",,',
    '2026-11-20T10:42:00.000Z,payout-paid,"Cash-out paid, transfer tr_1",,,,,,tr_1',
    '2026-11-20T10:42:00.000Z,edition-sold,"Sold #3 of =1+1, ""Blue"" for $72.00",,,54.00,"\'=1+1, ""Blue""",3,',
    '',
  ]);
});
