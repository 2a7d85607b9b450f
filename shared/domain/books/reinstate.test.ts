import { describe, expect, test } from 'vitest';
import { clawBack, reinstate } from './clawback.ts';
import { payDebt } from './debts.ts';
import type { Lot, UserGuard } from './guards.ts';
import { nothingTaken } from './nothing-taken.ts';
import { imbalance } from './postings.ts';
import { aBlock, aBuyer, aLot, anOrder, net, usd } from './testing/orders.ts';

const theBlock = aBlock(5);
const RICH_POOL = 1_000_000_000;

const lotQty = (user: UserGuard): number => user.lots.reduce((sum, lot) => sum + lot.qty, 0);

describe('money that came back reverses the clawback', () => {
  const disputed = (lots?: readonly Lot[], poolMicros = RICH_POOL) => {
    const order = anOrder();
    return clawBack(order, 30_000, 'clawback:du_1', {
      buyer: aBuyer(order, lots),
      block: theBlock,
      poolMicros,
    });
  };

  test.each([
    ['a full pool', RICH_POOL],
    ['a pool that had too little', 7_000_001],
  ])('a won dispute leaves everything as before, with %s', (_, poolMicros) => {
    const order = anOrder();
    const lost = disputed(undefined, poolMicros);
    const won = reinstate(lost.order, 30_000, 'reinstate:du_1', lost, 9);
    expect(won.order).toEqual({ ...order, clawbacks: ['clawback:du_1', 'reinstate:du_1'] });
    expect(won.buyer).toEqual(aBuyer(order));
    expect(won.block).toEqual(theBlock);
    const sums = usd([...lost.postings, ...won.postings]);
    expect(Object.values(sums).every((sum) => sum === 0)).toBe(true);
    expect(imbalance(won.postings)).toEqual({});
  });

  test('the debt is forgiven', () => {
    const lost = disputed([]);
    const won = reinstate(lost.order, 30_000, 'reinstate:du_1', lost, 9);
    expect(won).toMatchObject({ tokens: 0, debtMicros: -300_000_000, owedMicros: 0 });
    expect(won.buyer).toMatchObject({ debtMicros: 0, spendCents: 30_000, earnedDays: [] });
  });

  test('debt paid from earnings becomes earnings again', () => {
    const lost = disputed([]);
    const day = { date: '2026-11-01', totalMicros: 90_000_000, spentMicros: 20_000_000 };
    const paid = payDebt({ ...lost.buyer, earnedDays: [day] });
    expect(paid?.paidMicros).toBe(70_000_000);
    const buyer = paid?.user ?? lost.buyer;
    const now = Date.UTC(2026, 10, 20);
    const won = reinstate(lost.order, 30_000, 'reinstate:du_1', { ...lost, buyer }, now);
    expect(won.buyer.debtMicros).toBe(0);
    expect(won.buyer.earnedDays).toEqual([
      { ...day, spentMicros: 90_000_000 },
      { date: '2026-11-20', totalMicros: 70_000_000, spentMicros: 0 },
    ]);
    expect(net(won.postings)).toEqual({
      'world:card USD': -300_000_000,
      'debt:bo USD': 230_000_000,
      'owed:bo USD': 70_000_000,
    });
  });

  test('tokens the block has sold in the meantime are issued again', () => {
    const lost = disputed();
    const block = { ...lost.block, platformQty: 300 };
    const won = reinstate(lost.order, 30_000, 'reinstate:du_1', { ...lost, block }, 9);
    expect(won.block.platformQty).toBe(0);
    expect(lotQty(won.buyer)).toBe(1_000);
    expect(net(won.postings)).toEqual({
      'block:30 TOKEN': -300,
      'world:issuer TOKEN': -700,
      'user:bo TOKEN': 1_000,
      'world:issuer FACE': -300_000_000,
      'user:bo FACE': 300_000_000,
      'world:card USD': -300_000_000,
      'backing USD': 270_000_000,
      'pool USD': 30_000_000,
    });
    expect(won.poolMicros).toBe(-30_000_000);
    expect(won.books).toEqual({
      backingMicros: 270_000_000,
      platformMicros: 0,
      utilitySoldCents: 30_000,
    });
  });

  test('a refund beside a won dispute stays taken, whichever came first', () => {
    const order = anOrder();
    const start = { buyer: aBuyer(order), block: theBlock, poolMicros: RICH_POOL };
    const steps = [
      [10_000, 30_000],
      [30_000, 10_000],
    ];
    const ends = steps.map(([first = 0, second = 0]) => {
      const one = clawBack(order, first, 'clawback:a', start);
      const two = clawBack(one.order, second, 'clawback:b', { ...one, poolMicros: RICH_POOL });
      const won = reinstate(two.order, 30_000, 'reinstate:du_1', two, 9);
      return { ...won.buyer, taken: won.order.takenBack.tokens };
    });
    expect(ends[0]).toEqual(ends[1]);
    expect(ends[0]).toMatchObject({ debtMicros: 0, spendCents: 20_000, taken: 333 });
  });

  test('[N-MON-03] in halves: the debt is forgiven first, then the remaining money brings back other lots', () => {
    const lost = disputed([aLot('50', 400, 0)]);
    expect(lost.buyer).toMatchObject({ lots: [], debtMicros: 100_000_000 });
    const half = reinstate(lost.order, 15_000, 'reinstate:du_1', lost, 9);
    expect(half).toMatchObject({ debtMicros: -100_000_000, owedMicros: 0, otherTokens: 100 });
    expect(half.buyer).toMatchObject({ lots: [aLot('50', 100, 0)], debtMicros: 0 });
    expect(half.order.takenBack).toEqual({
      ...nothingTaken,
      missing: 500,
      missingMicros: 150_000_000,
      others: {
        lots: [aLot('50', 300, 0)],
        changeMicros: 0,
        creditMicros: 150_000_000,
        poolMicros: 15_000_000,
      },
    });
    expect(net(half.postings)).toEqual({
      'world:card USD': -150_000_000,
      'debt:bo USD': 100_000_000,
      'backing USD': 45_000_000,
      'pool USD': 5_000_000,
      'world:issuer TOKEN': -100,
      'user:bo TOKEN': 100,
      'world:issuer FACE': -50_000_000,
      'user:bo FACE': 50_000_000,
    });
    expect([half.listings, half.listedIn]).toEqual([[], []]);
    const won = reinstate(half.order, 15_000, 'reinstate:du_2', half, 9);
    expect(won.buyer.lots).toEqual([aLot('50', 400, 0)]);
    expect(won.order.takenBack).toEqual(nothingTaken);
  });

  test('money that only covers part of the debt brings back no other lots', () => {
    const lost = disputed([aLot('50', 400, 0)]);
    const third = reinstate(lost.order, 9_990, 'reinstate:du_1', lost, 9);
    expect(third).toMatchObject({ debtMicros: -99_900_000, otherTokens: 0 });
    expect(third.order.takenBack.others).toEqual(lost.order.takenBack.others);
  });

  test('missing tokens are charged and forgiven at the face spent, not at their price', () => {
    const order = anOrder();
    const lost = disputed([aLot('30', 866, 2, 260_000_000)]);
    expect(lost.order.takenBack).toEqual({
      tokens: 866,
      faceMicros: 260_000_000,
      poolMicros: 26_000_000,
      missing: 134,
      missingMicros: 40_000_000,
    });
    const won = reinstate(lost.order, 30_000, 'reinstate:du_1', lost, 9);
    expect(won).toMatchObject({ debtMicros: -40_000_000, owedMicros: 0 });
    expect(won.order.takenBack).toEqual(order.takenBack);
  });

  test('a debt for more than the price is forgiven by the amount that came back', () => {
    const lost = disputed();
    const beyond = clawBack(lost.order, 15_000, 'clawback:re_2', { ...lost, poolMicros: 0 });
    expect(beyond.buyer.debtMicros).toBe(150_000_000);
    const back = reinstate(beyond.order, 5_000, 'reinstate:re_2', beyond, 9);
    expect(back).toMatchObject({ tokens: 0, debtMicros: -50_000_000, owedMicros: 0 });
  });

  test('more than was refunded cannot come back', () => {
    const lost = disputed();
    expect(() => reinstate(lost.order, 30_001, 'reinstate:du_1', lost, 9)).toThrow(
      'Order o1: more came back than went',
    );
  });
});
