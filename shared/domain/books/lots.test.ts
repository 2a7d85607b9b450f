import { describe, expect, test } from 'vitest';
import type { Lot } from './guards.ts';
import {
  addEarned,
  addToLots,
  placed,
  returnToLots,
  spendFace,
  spendUpTo,
  takeEarned,
  takeTokens,
  takeUpTo,
} from './lots.ts';

/** Parses lots: '30:5@1 50:2' is 5 tokens of block 30 at place 1, then 2 of block 50 without a place. */
const lotsOf = (text: string): Lot[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [blockId = '', qty, since] = word.split(/[:@]/);
      const priceCents = Number(blockId);
      const faceMicros = Number(qty) * priceCents * 10_000;
      const place = since === undefined ? {} : { since: Number(since) };
      return { blockId, priceCents, qty: Number(qty), faceMicros, ...place };
    });

const notEnough = { refused: true, code: 'failed-precondition', message: 'Not enough tokens' };

describe('bought tokens', () => {
  test.each([
    ['a first lot has the moment of its purchase', '', '50:5@500'],
    ['a lot is newer than one bought before', '30:5@100', '30:5@100 50:5@500'],
    ['a lot bought at the same moment still counts as newer', '30:5@500', '30:5@500 50:5@501'],
    [
      'a lot bought by a late clock still counts as newer',
      '30:5@900 40:5@100',
      '30:5@900 40:5@100 50:5@901',
    ],
    ['more tokens of a block join its lot', '50:5@100 79:1@200', '50:10@100 79:1@200'],
  ])('%s', (_, before, after) => {
    const [added] = lotsOf('50:5');
    if (!added) throw new Error('no lot');
    expect(addToLots(lotsOf(before), added, 500)).toEqual(lotsOf(after));
  });
});

describe('[N-MON-01] returned tokens find their place among the lots', () => {
  test.each([
    [
      'between older and newer lots if their own lot is used up',
      '30:5@1 79:5@3',
      '50:2@2',
      '30:5@1 50:2@2 79:5@3',
    ],
    ['at the end if they are the newest', '30:5@1', '50:2@2', '30:5@1 50:2@2'],
    ['with the rest of their lot', '30:5@1 50:3@2 79:1@3', '50:2@2', '30:5@1 50:5@2 79:1@3'],
    [
      'at their older place, which later purchases of the block join',
      '40:5@2 30:5@9 79:1@11',
      '30:2@1',
      '30:7@1 40:5@2 79:1@11',
    ],
    ['in an older lot of the same block', '30:5@1 40:1@2', '30:2@9', '30:7@1 40:1@2'],
    ['in their former order if several have the same time', '', '30:1@5 50:1@5', '30:1@5 50:1@5'],
    ['before other lots of the same time', '50:1@5', '30:1@5', '30:1@5 50:1@5'],
    ['in their lot, even if old lots have no place', '30:1 50:1 79:1', '50:2', '30:1 50:3 79:1'],
  ])('%s', (_, wallet, returned, after) => {
    expect(returnToLots(lotsOf(wallet), lotsOf(returned))).toEqual(lotsOf(after));
  });
});

test('lots without a place get their index, others keep theirs', () => {
  expect(placed(lotsOf('30:1 50:1 79:1@7'))).toEqual(lotsOf('30:1@0 50:1@1 79:1@7'));
});

describe('taking tokens', () => {
  test.each([
    [0, '30:5@1 50:5@2', ''],
    [4, '30:1@1 50:5@2', '30:4@1'],
    [5, '50:5@2', '30:5@1'],
    [7, '50:3@2', '30:5@1 50:2@2'],
    [10, '', '30:5@1 50:5@2'],
  ])(
    '%i of five and five takes the older lot first, and lists only lots that gave tokens',
    (qty, left, taken) => {
      const result = takeTokens(lotsOf('30:5@1 50:5@2'), qty);
      const faceMicros = lotsOf(taken).reduce((sum, lot) => sum + lot.faceMicros, 0);
      expect(result).toEqual({ lots: lotsOf(left), taken: lotsOf(taken), tokens: qty, faceMicros });
    },
  );

  test('more than the lots hold is refused, or takes everything if fewer are allowed', () => {
    const lots = lotsOf('30:5@1 50:5@2');
    expect(takeTokens(lots, 11)).toEqual(notEnough);
    expect(takeUpTo(lots, 11)).toMatchObject({ lots: [], tokens: 10, faceMicros: 4_000_000 });
  });

  test('leaves the indivisible rest of the face to the last token', () => {
    const odd = { blockId: '30', priceCents: 30, qty: 3, faceMicros: 10 };
    const first = takeTokens([odd], 1);
    expect(first).toMatchObject({ faceMicros: 3, lots: [{ qty: 2, faceMicros: 7 }] });
    expect(takeTokens([odd], 3)).toMatchObject({ faceMicros: 10, lots: [] });
  });
});

const lot = (qty: number, dollars: number, blockId = '30') => ({
  blockId,
  priceCents: 30,
  qty,
  faceMicros: dollars * 1_000_000,
});

describe('spending face', () => {
  test.each([
    // [lots, price in dollars, tokens spent, tokens left, change]
    [[lot(1_000, 300)], 40, 134, 866, 0],
    [[lot(10, 10)], 10, 10, 0, 0],
    [[lot(10, 10)], 1, 1, 9, 0],
    [[lot(3, 10)], 9, 3, 0, 1_000_000],
    [[lot(10, 10, '30'), lot(10, 20, '50')], 12, 11, 9, 0],
  ])(
    'of %j for $%d takes %i tokens and leaves %i, with %i micros of change',
    (lots, dollars, tokens, left, changeMicros) => {
      const spent = spendFace({ lots, changeMicros: 0 }, dollars * 1_000_000);
      if ('refused' in spent) throw new Error(spent.message);
      expect(spent).toMatchObject({ tokens, changeMicros, changeSpentMicros: 0 });
      expect(spent.lots.reduce((sum, { qty }) => sum + qty, 0)).toBe(left);
    },
  );

  test('more than the face of all tokens and change is refused, to the micro', () => {
    const full = { lots: [lot(10, 10)], changeMicros: 500 };
    expect(spendFace(full, 10_000_500)).toMatchObject({ tokens: 10, spentMicros: 10_000_500 });
    expect(spendFace(full, 10_000_501)).toEqual(notEnough);
    expect(spendFace({ lots: [], changeMicros: 0 }, 1)).toEqual(notEnough);
  });

  test('up to a higher amount takes all tokens and change', () => {
    const spent = spendUpTo({ lots: [lot(10, 10)], changeMicros: 500 }, 99_000_000);
    expect(spent).toMatchObject({ lots: [], tokens: 10, spentMicros: 10_000_500, changeMicros: 0 });
  });

  test('change is spent before tokens, and to the last micro', () => {
    const from = { lots: [lot(10, 10)], changeMicros: 250_000 };
    expect(spendFace(from, 250_000)).toMatchObject({
      tokens: 0,
      taken: [],
      changeSpentMicros: 250_000,
      changeMicros: 0,
      lots: from.lots,
    });
    expect(spendFace(from, 10_000_000)).toMatchObject({
      tokens: 10,
      changeSpentMicros: 250_000,
      changeMicros: 250_000,
      lots: [],
    });
  });

  test('untouched lots stay unchanged: newer ones, and those without face', () => {
    const lots = [lot(2, 0, '20'), lot(10, 10, '30'), lot(10, 20, '50')];
    expect(spendFace({ lots, changeMicros: 0 }, 10_000_000)).toMatchObject({
      lots: [lots[0], lots[2]],
      taken: [lots[1]],
      tokens: 10,
    });
  });
});

describe('earnings', () => {
  const days = (...all: readonly (readonly [string, number, number])[]) =>
    all.map(([day, totalMicros, spentMicros]) => {
      return { date: `2026-11-${day}`, totalMicros, spentMicros };
    });

  test.each([
    ['a new day comes last', '03', days(['02', 10, 4], ['03', 5, 0])],
    ['the same day has them together', '02', days(['02', 15, 4])],
    ['an earlier day is inserted in order', '01', days(['01', 5, 0], ['02', 10, 4])],
  ])('are booked on their UTC day: %s', (_, day, after) => {
    const at = Date.parse(`2026-11-${day}T23:59:59.999Z`);
    expect(addEarned(days(['02', 10, 4]), at, 5)).toEqual(after);
  });

  test.each([
    ['newest first', 8, 8, days(['01', 10, 0], ['02', 7, 4])],
    ['only from earnings not paid out', 12, 12, days(['01', 9, 0], ['02', 4, 4])],
    ['all that was not paid out, and no more', 22, 21, days(['02', 4, 4])],
    ['nothing', 0, 0, days(['01', 10, 0], ['02', 10, 4], ['03', 5, 0])],
  ])('are taken back: %s', (_, micros, takenMicros, after) => {
    const before = days(['01', 10, 0], ['02', 10, 4], ['03', 5, 0]);
    expect(takeEarned(before, micros)).toEqual({ days: after, takenMicros });
  });
});
