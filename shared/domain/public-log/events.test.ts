import { describe, expect, test } from 'vitest';
import { accounts, move } from '../books/postings.ts';
import { correctedBy, eventsOf, publicEvent, uidsOf } from './events.ts';
import type { LoggedEntry } from './logged-entry.ts';
import { payoutOf } from './money-events.ts';

const at = Date.UTC(2026, 10, 20, 9);
const entry = (kind: string, postings: LoggedEntry['postings'], id = 'x'): LoggedEntry => ({
  id,
  kind,
  at,
  postings,
});
const none = { history: [], dat: undefined };
const event = { datId: 'd', at, edition: 3, priceCents: 4_000, version: 2 };

/** As the log has numbered what is corrected here. */
const numbers: Record<string, number> = {
  'stream:a:b:spotify:2026-11-19:0': 41,
  'settle:o': 42,
  'clawback:re': 43,
  'takedown:d:2': 44,
};
const names = {
  commitmentOf: (uid: string) => `[${uid}]`,
  numberOf: (id: string) => numbers[id] ?? -1,
};

/** As a line shows it, with people as [uid]. */
const linesOf = (...asked: Parameters<typeof eventsOf>) =>
  eventsOf(...asked)
    .map((one) => publicEvent(one, names))
    .map(({ kind, fields }) => ({ kind, ...fields }));

test('a first sale tells what seller and platform got, a resale the creator’s royalty too', () => {
  const sold = { ...event, kind: 'sold' as const, fromUid: 'ana', toUid: 'bo' };
  const spent = [
    ...move('TOKEN', accounts.user('bo'), accounts.issuer, 134),
    ...move('FACE', accounts.user('bo'), accounts.issuer, 40_000_000),
  ];
  const toSeller = move('USD', accounts.backing, accounts.owed('ana'), 32_000_000);
  const royalty = move('USD', accounts.backing, accounts.owed('ana'), 4_000_000);
  const toPlatform = move('USD', accounts.backing, accounts.platform, 4_000_000);
  const context = { history: [sold], dat: undefined };
  const what = { datId: 'd', edition: 3, version: 2, priceCents: 4_000, tokens: 134 };
  const parties = { seller: '[ana]', buyer: '[bo]' };
  expect(linesOf(entry('edition-sold', [...spent, ...toSeller, ...toPlatform]), context)).toEqual([
    { kind: 'sale', ...what, sellerMicros: 32_000_000, platformMicros: 4_000_000, ...parties },
  ]);
  const resold = [...spent, ...toSeller, ...royalty, ...toPlatform];
  const amounts = { sellerMicros: 32_000_000, creatorMicros: 4_000_000, platformMicros: 4_000_000 };
  expect(linesOf(entry('edition-sold', resold), context)).toEqual([
    { kind: 'resale', ...what, ...amounts, ...parties },
  ]);
});

describe('an entry that says what it is', () => {
  const sold = { ...event, kind: 'sold' as const, fromUid: 'ana', toUid: 'bo' };
  const context = { history: [sold], dat: undefined };
  const spent = move('TOKEN', accounts.user('bo'), accounts.issuer, 134);
  const owed = (uid: string, micros: number) =>
    move('USD', accounts.backing, accounts.owed(uid), micros);
  const what = { datId: 'd', edition: 3, version: 2, priceCents: 4_000, tokens: 134 };
  const rest = { platformMicros: 0, seller: '[ana]', buyer: '[bo]' };

  test('is told as a resale also where the royalty is zero', () => {
    const refs = { sale: 'resale', sellerMicros: 36_000_000, creatorMicros: 0 };
    const lines = linesOf(
      { ...entry('edition-sold', [...spent, ...owed('ana', 36_000_000)]), refs },
      context,
    );
    const amounts = { sellerMicros: 36_000_000, creatorMicros: 0 };
    expect(lines).toEqual([{ kind: 'resale', ...what, ...amounts, ...rest }]);
  });

  test('is told as a first sale also where somebody else is paid too', () => {
    const refs = { sale: 'first', sellerMicros: 32_000_000 };
    const postings = [...spent, ...owed('cy', 1_000_000), ...owed('ana', 32_000_000)];
    const lines = linesOf({ ...entry('edition-sold', postings), refs }, context);
    expect(lines).toEqual([{ kind: 'sale', ...what, sellerMicros: 32_000_000, ...rest }]);
  });

  test.each([
    { sale: 'gift', sellerMicros: 1 },
    { sale: 'first' },
    { sale: 'first', sellerMicros: '1' },
    { sale: 'resale', sellerMicros: 1 },
  ])('is an error, not a line, when it says %j', (refs) => {
    const half = { ...entry('edition-sold', owed('ana', 1), 'edition-sale:d:3:2'), refs };
    expect(() => eventsOf(half, context)).toThrow('edition-sale:d:3:2 does not say what it sold');
  });
});

test('what a DAT brings from before the journal is told line by line, as such', () => {
  const lines = linesOf(entry('opening-dat', []), {
    history: [
      { ...event, kind: 'released', edition: null, fromUid: null, toUid: 'ana' },
      { ...event, kind: 'sold', fromUid: 'ana', toUid: 'bo' },
      { ...event, kind: 'listed', priceCents: 7_200, fromUid: 'bo', toUid: null },
      { ...event, kind: 'unlisted', priceCents: null, fromUid: 'bo', toUid: null },
    ],
    dat: { id: 'd', editions: [] },
  });
  expect(lines).toEqual([
    {
      kind: 'opening-release',
      datId: 'd',
      editions: 0,
      priceCents: 4_000,
      sharePpm: 0,
      creator: '[ana]',
    },
    {
      kind: 'opening-sale',
      datId: 'd',
      edition: 3,
      priceCents: 4_000,
      seller: '[ana]',
      buyer: '[bo]',
    },
    { kind: 'opening-listing', datId: 'd', edition: 3, priceCents: 7_200, seller: '[bo]' },
    { kind: 'opening-cancellation', datId: 'd', edition: 3, seller: '[bo]' },
  ]);
});

test('a takedown is told with its reason, without anybody’s e-mail address in it', () => {
  const history = { ...event, edition: null, fromUid: null, toUid: null };
  const reason = 'Asked for by ana@dats.test, see @ana';
  expect(
    linesOf(entry('dat-taken-down', []), {
      history: [{ ...history, kind: 'taken-down', reason }],
      dat: undefined,
    }),
  ).toEqual([{ kind: 'takedown', datId: 'd', reason: 'Asked for by [address] see @ana' }]);
});

test('sales of tokens name nobody, and their parts add up to what was paid', () => {
  const settled = entry('order-settled', [
    ...move('USD', accounts.card, accounts.pool, 30_000_000),
    ...move('USD', accounts.card, accounts.backing, 270_000_000),
    ...move('USD', accounts.card, accounts.owed('cy'), 950_000),
    ...move('USD', accounts.card, accounts.platform, 50_000),
    ...move('TOKEN', accounts.order('o'), accounts.user('bo'), 1_002),
  ]);
  expect(uidsOf(eventsOf(settled, none))).toEqual([]);
  expect(linesOf(settled, none)).toEqual([
    {
      kind: 'token-sale',
      tokens: 1_002,
      paidCents: 30_100,
      poolMicros: 30_000_000,
      backingMicros: 270_000_000,
      sellersMicros: 950_000,
      platformMicros: 50_000,
    },
  ]);
});

test('streams are told by DAT, platform and day; a later figure is a correction with a reason', () => {
  const share = (micros: number) => move('USD', accounts.streams, accounts.owed('ana'), micros);
  const streams = (id: string, micros: number) =>
    linesOf(entry('streams-distributed', share(micros), id), none);
  const what = { datId: 'a:b', platform: 'spotify', day: '2026-11-19' };
  expect(streams('stream:a:b:spotify:2026-11-19:0', 250_000)).toEqual([
    { kind: 'streams', ...what, sharedMicros: 250_000 },
  ]);
  expect(streams('stream:a:b:spotify:2026-11-19:2', -1)).toEqual([
    {
      kind: 'stream-correction',
      ...what,
      revision: 2,
      sharedMicros: -1,
      corrects: 41,
      reason: 'The platform reported another figure for this day.',
    },
  ]);
  expect(streams('stream:a:b:spotify:2026-11-19:1', 0)).toEqual([]);
});

test('money that went back takes back the sale of its order, and what comes again takes back that', () => {
  const back = move('USD', accounts.platform, accounts.card, 50_000);
  const again = move('USD', accounts.card, accounts.platform, 50_000);
  const refs = { orderId: 'o' };
  const amounts = { tokens: 0, poolMicros: 0, backingMicros: 0, owedMicros: 0 };
  expect(linesOf({ ...entry('order-clawed-back', back, 'clawback:re'), refs }, none)).toEqual([
    {
      kind: 'payment-correction',
      ...amounts,
      paidCents: -5,
      platformMicros: -50_000,
      corrects: 42,
      reason: 'A card payment was returned.',
    },
  ]);
  expect(linesOf({ ...entry('order-reinstated', again, 'reinstate:re'), refs }, none)).toEqual([
    {
      kind: 'payment-correction',
      ...amounts,
      paidCents: 5,
      platformMicros: 50_000,
      corrects: 43,
      reason: 'A returned card payment came back.',
    },
  ]);
  expect(() => eventsOf(entry('order-clawed-back', back, 'clawback:re'), none)).toThrow(
    'clawback:re names no order',
  );
});

test('a restoration takes back the takedown before it', () => {
  const history = { ...event, edition: null, fromUid: null, toUid: null };
  const restored = [{ ...history, kind: 'restored' as const, reason: 'The claim was settled' }];
  const told = (id: string) =>
    eventsOf(entry('dat-restored', [], id), { ...none, history: restored });
  const context = { history: restored, dat: undefined };
  expect(linesOf(entry('dat-restored', [], 'takedown:d:3'), context)).toEqual([
    { kind: 'restoration', datId: 'd', corrects: 44, reason: 'The claim was settled' },
  ]);
  expect(correctedBy(told('takedown:d:3'))).toEqual(['takedown:d:2']);
  expect(() => told('takedown:d:0')).toThrow('restores nothing');
});

test('payouts give no line of their own, only their amount', () => {
  const paid = entry('payout-paid', move('USD', accounts.payout('p'), accounts.transfers, 40e6));
  const back = entry('payout-reversed', move('USD', accounts.transfers, accounts.owed('a'), 10e6));
  expect([paid, back].flatMap((one) => eventsOf(one, none))).toEqual([]);
  expect(payoutOf(paid)).toEqual({ paidCents: 4_000, reversedCents: 0 });
  expect(payoutOf(back)).toEqual({ paidCents: 0, reversedCents: 1_000 });
  expect(payoutOf(entry('rewards-claimed', []))).toBeUndefined();
});

test('an entry that does not say what it must is an error, not a line', () => {
  const unnamed = { ...event, kind: 'listed' as const, fromUid: null, toUid: null };
  const context = { history: [unnamed], dat: undefined };
  expect(() => eventsOf(entry('edition-listed', []), context)).toThrow('names nobody');
  expect(() => eventsOf(entry('streams-distributed', [], 'stream:x'), none)).toThrow(
    'names no DAT',
  );
});
