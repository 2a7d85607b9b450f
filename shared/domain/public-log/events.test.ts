import { describe, expect, test } from 'vitest';
import { mintDat } from '../books/editions.ts';
import { accounts, move } from '../books/postings.ts';
import { correctedBy, eventsOf, publicEvent, uidsOf } from './events.ts';
import type { EntryContext, LoggedEntry } from './logged-entry.ts';
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

const sold = { ...event, kind: 'sold' as const, fromUid: 'ana', toUid: 'bo' };
const ofSale = { history: [sold], dat: undefined };

describe('a sale', () => {
  const spent = [
    ...move('TOKEN', accounts.user('bo'), accounts.issuer, 134),
    ...move('FACE', accounts.user('bo'), accounts.issuer, 40_000_000),
  ];
  const toPlatform = move('USD', accounts.backing, accounts.platform, 4_000_000);
  const what = { datId: 'd', edition: 3, version: 2, priceCents: 4_000, tokens: 134 };
  const rest = { platformMicros: 4_000_000, roundingMicros: 0, seller: '[ana]', buyer: '[bo]' };
  const linesOfSale = (refs: LoggedEntry['refs'], postings = [...spent, ...toPlatform]) =>
    linesOf({ ...entry('edition-sold', postings, 'edition-sale:d:3:2'), refs }, ofSale);

  test('tells what seller and platform got, a resale the creator’s royalty too, also where that is zero', () => {
    expect(linesOfSale({ sale: 'first', sellerMicros: 32_000_000 })).toEqual([
      { kind: 'sale', ...what, sellerMicros: 32_000_000, ...rest },
    ]);
    for (const creatorMicros of [4_000_000, 0]) {
      const amounts = { sellerMicros: 32_000_000, creatorMicros };
      expect(linesOfSale({ sale: 'resale', ...amounts })).toEqual([
        { kind: 'resale', ...what, ...amounts, ...rest },
      ]);
    }
  });

  test('[N-FIG-01] tells the platform’s part as it was shown, and beside it what rounding cost', () => {
    const refs = {
      sale: 'resale',
      sellerMicros: 25_000_000,
      creatorMicros: 3_330_000,
      roundingMicros: -3_000,
    };
    const platform = move('USD', accounts.backing, accounts.platform, 1_667_000);
    const [line] = linesOfSale(refs, platform);
    expect(line).toMatchObject({ platformMicros: 1_670_000, roundingMicros: -3_000 });
  });

  test.each([
    undefined,
    { sale: 'gift', sellerMicros: 1, creatorMicros: 1 },
    { sale: 'first' },
    { sale: 'first', sellerMicros: '1' },
    { sale: 'resale', sellerMicros: 1 },
  ])('is an error, not a line, when its entry says %j', (refs) => {
    expect(() => linesOfSale(refs)).toThrow('edition-sale:d:3:2 does not say what it sold');
  });
});

test('a release tells its editions, their price and their share', () => {
  const released = {
    ...event,
    kind: 'released' as const,
    edition: null,
    fromUid: null,
    toUid: 'ana',
  };
  const { editions } = mintDat(
    { datId: 'd', creatorUid: 'ana', editions: 20, priceCents: 4_000, sharePpm: 25_000 },
    at,
  );
  const told = (dat: EntryContext['dat']) =>
    linesOf(entry('dat-released', []), { history: [released], dat });
  expect(told({ id: 'd', editions })).toEqual([
    {
      kind: 'release',
      datId: 'd',
      editions: 20,
      priceCents: 4_000,
      sharePpm: 25_000,
      creator: '[ana]',
    },
  ]);
  expect(() => told({ id: 'other', editions })).toThrow('The DAT of x is missing');
  expect(() => told(undefined)).toThrow('The DAT of x is missing');
});

test('an offer and its end are told with the number that the edition’s line has', () => {
  const what = { datId: 'd', edition: 3, version: 2 };
  const told = (kind: 'listed' | 'unlisted') =>
    linesOf(entry('x', []), {
      history: [{ ...event, kind, fromUid: 'bo', toUid: null }],
      dat: undefined,
    });
  expect(told('listed')).toEqual([{ kind: 'listing', ...what, priceCents: 4_000, seller: '[bo]' }]);
  expect(told('unlisted')).toEqual([{ kind: 'cancellation', ...what, seller: '[bo]' }]);
});

test('[N-FST-06] a gift is told with both people and without a price', () => {
  const given = { ...event, kind: 'given' as const, priceCents: null, fromUid: 'bo', toUid: 'cy' };
  expect(linesOf(entry('edition-given', []), { history: [given], dat: undefined })).toEqual([
    { kind: 'gift', datId: 'd', edition: 3, version: 2, giver: '[bo]', receiver: '[cy]' },
  ]);
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

test('a takedown is told with its reason, without anyone’s e-mail address in it', () => {
  const history = { ...event, edition: null, fromUid: null, toUid: null };
  const reason = 'Asked for by ana@dats.test, see @ana';
  expect(
    linesOf(entry('dat-taken-down', []), {
      history: [{ ...history, kind: 'taken-down', reason }],
      dat: undefined,
    }),
  ).toEqual([{ kind: 'takedown', datId: 'd', reason: 'Asked for by [address] see @ana' }]);
});

test('a takedown without a reason is told without one', () => {
  const taken = {
    ...event,
    kind: 'taken-down' as const,
    edition: null,
    fromUid: null,
    toUid: null,
  };
  const lines = linesOf(entry('dat-taken-down', []), { history: [taken], dat: undefined });
  expect(lines).toEqual([{ kind: 'takedown', datId: 'd', reason: '' }]);
});

test.each([
  ['tokens-issued', accounts.issuer, accounts.block('36'), 'token-issue'],
  ['tokens-withdrawn', accounts.block('36'), accounts.issuer, 'token-withdrawal'],
  ['tokens-listed', accounts.user('bo'), accounts.queue('36'), 'token-listing'],
  ['tokens-unlisted', accounts.queue('36'), accounts.user('bo'), 'token-cancellation'],
])('[N-LCH-01] %s are told by how many, not by whose', (kind, from, to, line) => {
  const other = move('FACE', accounts.user('bo'), accounts.queue('100'), 7);
  expect(linesOf(entry(kind, [...other, ...move('TOKEN', from, to, 40)]), none)).toEqual([
    { kind: line, block: '36', tokens: 40 },
  ]);
});

test('claimed reward tokens are told by how many, not by whose', () => {
  const claimed = move('REWARD', accounts.issuer, accounts.user('bo'), 3);
  expect(linesOf(entry('rewards-claimed', claimed), none)).toEqual([
    { kind: 'reward-issue', rewards: 3 },
  ]);
});

test('tokens that did not move are not told', () => {
  expect(linesOf(entry('tokens-issued', []), none)).toEqual([]);
});

test('sales of tokens name no one, and their parts add up to what was paid', () => {
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
  const share = (micros: number) => move('USD', accounts.promised, accounts.owed('ana'), micros);
  const streams = (id: string, micros: number) =>
    linesOf(entry('streams-distributed', share(micros), id), none);
  const what = { datId: 'a:b', platform: 'spotify', day: '2026-11-19' };
  expect(streams('stream:a:b:spotify:2026-11-19:0', 250_000)).toEqual([
    { kind: 'streams', ...what, sharedMicros: 250_000 },
  ]);
  expect(streams('stream:a:b:spotify:2026-11-19:12', -1)).toEqual([
    {
      kind: 'stream-correction',
      ...what,
      revision: 12,
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

test('what a payment that went back changes is told amount by amount', () => {
  const postings = [
    ...move('TOKEN', accounts.user('bo'), accounts.issuer, 40),
    ...move('TOKEN', accounts.queue('36'), accounts.issuer, 60),
    ...move('USD', accounts.pool, accounts.card, 3_000_000),
    ...move('USD', accounts.backing, accounts.card, 20_000_000),
    ...move('USD', accounts.owed('cy'), accounts.card, 5_000_000),
    ...move('USD', accounts.debt('bo'), accounts.card, 7_000_000),
  ];
  const back = { ...entry('order-clawed-back', postings, 'clawback:re'), refs: { orderId: 'o' } };
  expect(linesOf(back, none)).toMatchObject([
    {
      tokens: -100,
      paidCents: -3_500,
      poolMicros: -3_000_000,
      backingMicros: -20_000_000,
      owedMicros: -12_000_000,
      platformMicros: 0,
    },
  ]);
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
  expect(correctedBy(told('takedown:a:b:12'))).toEqual(['takedown:a:b:11']);
  for (const id of ['takedown:d:0', 'takedown:d', 'takedown:d:3x', 'a-takedown:d:3']) {
    expect(() => told(id)).toThrow(`${id} restores nothing that was taken down`);
  }
});

test('payouts give no line of their own, only their amount', () => {
  const paid = entry('payout-paid', move('USD', accounts.payout('p'), accounts.transfers, 40e6));
  const back = entry('payout-reversed', move('USD', accounts.transfers, accounts.owed('a'), 10e6));
  expect([paid, back].flatMap((one) => eventsOf(one, none))).toEqual([]);
  expect(payoutOf(paid)).toEqual({ paidCents: 4_000, reversedCents: 0 });
  expect(payoutOf(back)).toEqual({ paidCents: 0, reversedCents: 1_000 });
  expect(payoutOf(entry('rewards-claimed', []))).toBeUndefined();
  const half = entry('payout-paid', move('USD', accounts.payout('p'), accounts.transfers, 5_000));
  expect(() => payoutOf(half)).toThrow(new RangeError('5000 is not a whole number of cents'));
});

test('who is named in several lines is asked for once, and so is what they correct', () => {
  const resold = { ...event, kind: 'sold' as const, fromUid: 'bo', toUid: 'ana' };
  const restored = { ...event, kind: 'restored' as const, fromUid: null, toUid: null };
  const history = [sold, resold, restored, restored];
  const said = { ...entry('x', [], 'takedown:d:3'), refs: { sale: 'first', sellerMicros: 1 } };
  const events = eventsOf(said, { history, dat: undefined });
  expect(uidsOf(events)).toEqual(['ana', 'bo']);
  expect(correctedBy(events)).toEqual(['takedown:d:2']);
});

test('a line has the fields of its kind, in their order', () => {
  const fields = { reason: '', datId: 'd' };
  expect(() => publicEvent({ at, kind: 'takedown', fields }, names)).toThrow(
    'A takedown does not have the fields reason,datId',
  );
});

test('an entry that does not say what it must is an error, not a line', () => {
  const unnamed = { ...event, kind: 'listed' as const, fromUid: null, toUid: null };
  const context = { history: [unnamed], dat: undefined };
  expect(() => eventsOf(entry('edition-listed', []), context)).toThrow('names nobody');
  const free = { ...unnamed, fromUid: 'bo', priceCents: null };
  expect(() => eventsOf(entry('edition-listed', []), { ...context, history: [free] })).toThrow(
    'A line of a history has no number where it must',
  );
  const opened = { ...context, history: [{ ...unnamed, kind: 'taken-down' as const }] };
  expect(() => eventsOf(entry('opening-dat', []), opened)).toThrow(
    'x: the public log does not know taken-down',
  );
  expect(() => eventsOf(entry('streams-distributed', [], 'stream:x'), none)).toThrow(
    'names no DAT',
  );
});
