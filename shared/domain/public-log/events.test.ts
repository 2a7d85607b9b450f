import { describe, expect, test } from 'vitest';
import { accounts, move } from '../books/postings.ts';
import { correctedBy, listLogEvents, listUids, publicEvent } from './events.ts';
import type { LoggedEntry } from './logged-entry.ts';
import { readPaidOut } from './money-events.ts';

const at = Date.UTC(2026, 10, 20, 9);
const entry = (kind: string, postings: LoggedEntry['postings'], id = 'x'): LoggedEntry => ({
  id,
  kind,
  at,
  postings,
});
const none = { history: [], dat: undefined };
const event = { datId: 'd', at, edition: 3, priceCents: 4_000, version: 2 };

const numbers: Record<string, number> = {
  'stream:a:b:spotify:2026-11-19:0': 41,
  'takedown:d:2': 44,
};
const names = {
  commitmentOf: (uid: string) => `[${uid}]`,
  numberOf: (id: string) => numbers[id] ?? -1,
};

const linesOf = (...asked: Parameters<typeof listLogEvents>) =>
  listLogEvents(...asked)
    .map((one) => publicEvent(one, names))
    .map(({ kind, fields }) => ({ kind, ...fields }));

const sold = { ...event, kind: 'sold' as const, fromUid: 'ana', toUid: 'bo' };
const ofSale = { history: [sold], dat: undefined };

describe('a sale', () => {
  const spent = [
    ...move('TOKEN', accounts.user('bo'), accounts.issuer, 134),
    ...move('FACE', accounts.user('bo'), accounts.issuer, 40_000_000),
  ];
  const linesOfSale = (refs: LoggedEntry['refs']) =>
    linesOf({ ...entry('edition-sold', spent, 'edition-sale:d:3:2'), refs }, ofSale);

  test('is a resale even if its creator got nothing', () => {
    const refs = { sale: 'resale', sellerMicros: 32_000_000, creatorMicros: 0 };
    expect(linesOfSale(refs)).toMatchObject([{ kind: 'resale', creatorMicros: 0 }]);
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

test('a release without its DAT is an error', () => {
  const released = {
    ...event,
    kind: 'released' as const,
    edition: null,
    fromUid: null,
    toUid: 'ana',
  };
  for (const dat of [{ id: 'other', editions: [] }, undefined]) {
    expect(() => linesOf(entry('dat-released', []), { history: [released], dat })).toThrow(
      'The DAT of x is missing',
    );
  }
});

test('a takedown has its reason, without e-mail addresses', () => {
  const history = { ...event, edition: null, fromUid: null, toUid: null };
  const reason = 'Asked for by ana@dats.test, see @ana';
  expect(
    linesOf(entry('dat-taken-down', []), {
      history: [{ ...history, kind: 'taken-down', reason }],
      dat: undefined,
    }),
  ).toEqual([{ kind: 'takedown', datId: 'd', reason: 'Asked for by [address] see @ana' }]);
});

test('a takedown without a reason has an empty one', () => {
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

test('tokens that did not move make no line', () => {
  expect(linesOf(entry('tokens-issued', []), none)).toEqual([]);
});

test('streams name their DAT, even if its id has a colon, and corrections name the line they correct', () => {
  const share = (micros: number) => move('USD', accounts.promised, accounts.owed('ana'), micros);
  const streams = (id: string, micros: number) =>
    linesOf(entry('streams-distributed', share(micros), id), none);
  const what = { datId: 'a:b', platform: 'spotify', day: '2026-11-19' };
  expect(streams('stream:a:b:spotify:2026-11-19:12', -1)).toMatchObject([
    { ...what, revision: 12, corrects: 41 },
  ]);
  expect(streams('stream:a:b:spotify:2026-11-19:1', 0)).toEqual([]);
});

test('a payment correction counts losses as the platform’s, and is an error without its order', () => {
  const back = [
    ...move('USD', accounts.platform, accounts.card, 50_000),
    ...move('USD', accounts.losses, accounts.card, 20_000),
  ];
  const clawedBack = entry('order-clawed-back', back, 'clawback:re');
  const refs = { orderId: 'o' };
  expect(linesOf({ ...clawedBack, refs }, none)).toMatchObject([
    { paidCents: -7, platformMicros: -70_000 },
  ]);
  expect(() => listLogEvents(clawedBack, none)).toThrow('clawback:re names no order');
});

test('a restoration corrects the takedown before it', () => {
  const history = { ...event, edition: null, fromUid: null, toUid: null };
  const restored = [{ ...history, kind: 'restored' as const, reason: 'The claim was settled' }];
  const eventsOf = (id: string) =>
    listLogEvents(entry('dat-restored', [], id), { ...none, history: restored });
  const context = { history: restored, dat: undefined };
  expect(linesOf(entry('dat-restored', [], 'takedown:d:3'), context)).toEqual([
    { kind: 'restoration', datId: 'd', corrects: 44, reason: 'The claim was settled' },
  ]);
  expect(correctedBy(eventsOf('takedown:d:3'))).toEqual(['takedown:d:2']);
  expect(correctedBy(eventsOf('takedown:a:b:12'))).toEqual(['takedown:a:b:11']);
  for (const id of ['takedown:d:0', 'takedown:d', 'takedown:d:3x', 'a-takedown:d:3']) {
    expect(() => eventsOf(id)).toThrow(`${id} restores nothing that was taken down`);
  }
});

test('payouts give no line of their own, only their amount', () => {
  const paid = entry('payout-paid', move('USD', accounts.payout('p'), accounts.transfers, 40e6));
  const back = entry('payout-reversed', move('USD', accounts.transfers, accounts.owed('a'), 10e6));
  expect([paid, back].flatMap((one) => listLogEvents(one, none))).toEqual([]);
  expect(readPaidOut(paid)).toEqual({ paidCents: 4_000, reversedCents: 0 });
  expect(readPaidOut(back)).toEqual({ paidCents: 0, reversedCents: 1_000 });
  expect(readPaidOut(entry('rewards-claimed', []))).toBeUndefined();
  const half = entry('payout-paid', move('USD', accounts.payout('p'), accounts.transfers, 5_000));
  expect(() => readPaidOut(half)).toThrow(new RangeError('5000 is not a whole number of cents'));
});

test('people and corrected entries in several lines are listed once', () => {
  const resold = { ...event, kind: 'sold' as const, fromUid: 'bo', toUid: 'ana' };
  const restored = { ...event, kind: 'restored' as const, fromUid: null, toUid: null };
  const history = [sold, resold, restored, restored];
  const said = { ...entry('x', [], 'takedown:d:3'), refs: { sale: 'first', sellerMicros: 1 } };
  const events = listLogEvents(said, { history, dat: undefined });
  expect(listUids(events)).toEqual(['ana', 'bo']);
  expect(correctedBy(events)).toEqual(['takedown:d:2']);
});

test('a line with fields in another order than its kind has is an error', () => {
  const fields = { reason: '', datId: 'd' };
  expect(() => publicEvent({ at, kind: 'takedown', fields }, names)).toThrow(
    'A takedown does not have the fields reason,datId',
  );
});

test('an entry without required values is an error, not a line', () => {
  const unnamed = { ...event, kind: 'listed' as const, fromUid: null, toUid: null };
  const context = { history: [unnamed], dat: undefined };
  expect(() => listLogEvents(entry('edition-listed', []), context)).toThrow('names nobody');
  const free = { ...unnamed, fromUid: 'bo', priceCents: null };
  expect(() => listLogEvents(entry('edition-listed', []), { ...context, history: [free] })).toThrow(
    'A line of a history has no number where it must',
  );
  const opened = { ...context, history: [{ ...unnamed, kind: 'taken-down' as const }] };
  expect(() => listLogEvents(entry('opening-dat', []), opened)).toThrow(
    'x: the public log does not know taken-down',
  );
  expect(() => listLogEvents(entry('streams-distributed', [], 'stream:x'), none)).toThrow(
    'names no DAT',
  );
});
