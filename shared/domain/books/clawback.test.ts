import { describe, expect, test } from 'vitest';
import { clawBack, reinstate } from './clawback.ts';
import { spendableMicros, spendFace } from './lots.ts';
import { nothingTaken } from './nothing-taken.ts';
import { imbalance } from './postings.ts';
import { aBlock, aBuyer, aLot, anOrder, aPart, net, usd } from './testing/orders.ts';

const theBlock = aBlock(5);
const RICH_POOL = 1_000_000_000;

describe('a refund takes back what the order delivered', () => {
  test('in full: all tokens, their backing, the pool’s part and the spend', () => {
    const order = anOrder();
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: theBlock,
      poolMicros: RICH_POOL,
    });
    expect(back.order).toMatchObject({
      state: 'settled',
      refundedCents: 30_000,
      clawbacks: ['clawback:re_1'],
    });
    expect(back.buyer).toMatchObject({ lots: [], spendCents: 0, debtMicros: 0 });
    expect(back.block.platformQty).toBe(1_005);
    expect(back.books).toEqual({
      backingMicros: -270_000_000,
      platformMicros: 0,
      utilitySoldCents: -30_000,
    });
    expect(imbalance(back.postings)).toEqual({});
  });

  test('in three parts: all tokens in total, and the platform neither gains nor loses', () => {
    let order = anOrder();
    let buyer = aBuyer(order);
    let block = theBlock;
    let platform = 0;
    const taken = [];
    for (const cents of [10, 10_010, 19_980]) {
      const back = clawBack(order, cents, `clawback:${cents}`, {
        buyer,
        block,
        poolMicros: RICH_POOL,
      });
      ({ order, buyer, block } = back);
      platform += back.books.platformMicros;
      taken.push(back.tokens);
      expect(imbalance(back.postings)).toEqual({});
      expect(usd(back.postings)['world:card']).toBe(cents * 10_000);
    }
    expect(taken).toEqual([0, 334, 666]);
    expect(platform).toBe(0);
    expect(order).toMatchObject({
      refundedCents: 30_000,
      takenBack: { tokens: 1_000, missing: 0 },
    });
    expect(buyer).toMatchObject({ lots: [], spendCents: 0, debtMicros: 0 });
  });

  test.each([
    [
      'in full, after some tokens are spent: the spent face becomes a debt',
      30_000,
      866,
      40_000_000,
    ],
    ['in part, after some are spent: enough tokens are left, so no debt arises', 15_000, 500, 0],
  ])('%s', (_, cents, tokens, debt) => {
    const order = anOrder();
    const spent = spendFace(aBuyer(order), 40_000_000);
    if ('refused' in spent) throw new Error(spent.message);
    const back = clawBack(order, cents, 'clawback:re_1', {
      buyer: aBuyer(order, spent.lots),
      block: theBlock,
      poolMicros: RICH_POOL,
    });
    expect(back.tokens).toBe(tokens);
    expect(back.buyer.debtMicros).toBe(debt);
    expect(imbalance(back.postings)).toEqual({});
  });

  test('if all tokens are spent: the whole price becomes a debt, the spend is taken back, and the block stays', () => {
    const order = anOrder();
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: aBuyer(order, []),
      block: theBlock,
      poolMicros: RICH_POOL,
    });
    expect(back).toMatchObject({ tokens: 0, debtMicros: 300_000_000, block: theBlock });
    expect(back.buyer).toMatchObject({ spendCents: 0, debtMicros: 300_000_000 });
    expect(usd(back.postings)).toEqual({ 'debt:bo': -300_000_000, 'world:card': 300_000_000 });
  });

  test('a second refund takes its own tokens, not those that the first one missed', () => {
    const order = anOrder();
    const before = { buyer: aBuyer(order, []), block: theBlock, poolMicros: RICH_POOL };
    const first = clawBack(order, 15_000, 'clawback:re_1', before);
    expect(first).toMatchObject({ tokens: 0, debtMicros: 150_000_000 });
    const buyer = { ...first.buyer, lots: [aLot('30', 800, 3)] };
    const second = clawBack(first.order, 15_000, 'clawback:re_2', { ...before, buyer });
    expect(second).toMatchObject({ tokens: 500, debtMicros: 0 });
    expect(second.order.takenBack).toMatchObject({ tokens: 500, missing: 500 });
  });

  test('[N-MON-03] other lots replace missing tokens at their face, oldest first', () => {
    const order = anOrder();
    const others = [
      { blockId: '50', priceCents: 50, qty: 10, faceMicros: 5_000_000, since: 0 },
      { blockId: '79', priceCents: 79, qty: 700, faceMicros: 553_000_000, since: 1 },
    ];
    const before = { buyer: aBuyer(order, others), block: theBlock, poolMicros: RICH_POOL };
    const back = clawBack(order, 30_000, 'clawback:re_1', before);
    expect(back).toMatchObject({ tokens: 0, otherTokens: 384, debtMicros: 0 });
    expect(back.buyer.lots).toEqual([{ ...others[1], qty: 326, faceMicros: 258_000_000 }]);
    expect(back.block).toEqual(theBlock);
    expect(imbalance(back.postings)).toEqual({});
    const won = reinstate(back.order, 30_000, 'reinstate:re_1', back, 9);
    expect(won.buyer).toEqual(before.buyer);
    expect(won.order.takenBack).toEqual(nothingTaken);
    const sums = usd([...back.postings, ...won.postings]);
    expect(Object.values(sums).every((sum) => sum === 0)).toBe(true);
  });

  test('[N-MON-03] change is taken first, and the surplus of the last token stays as change', () => {
    const order = anOrder();
    const lots = [
      { blockId: '900', priceCents: 90_000, qty: 1, faceMicros: 900_000_000, since: 0 },
    ];
    const buyer = { ...aBuyer(order, lots), changeMicros: 400_000 };
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer,
      block: theBlock,
      poolMicros: RICH_POOL,
    });
    expect(back).toMatchObject({ tokens: 0, otherTokens: 1, debtMicros: 0 });
    expect(back.buyer).toMatchObject({ lots: [], changeMicros: 600_400_000, debtMicros: 0 });
    expect(imbalance(back.postings)).toEqual({});
    const half = reinstate(back.order, 15_000, 'reinstate:re_1', back, 9);
    expect(spendableMicros(half.buyer)).toBe(750_400_000);
    const won = reinstate(half.order, 15_000, 'reinstate:re_2', half, 9);
    expect(spendableMicros(won.buyer)).toBe(spendableMicros(buyer));
    expect(won.order.takenBack).toEqual(nothingTaken);
    const sums = usd([...back.postings, ...half.postings, ...won.postings]);
    expect(Object.values(sums).every((sum) => sum === 0)).toBe(true);
  });

  test('tokens bought from sellers: the platform gains or bears the difference between price and face', () => {
    const order = anOrder([aPart(100), aPart(100, 'l1', 50_000_000)]);
    const back = clawBack(order, 6_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: theBlock,
      poolMicros: RICH_POOL,
    });
    expect(back).toMatchObject({ tokens: 200, buyer: { spendCents: 0, lots: [] } });
    expect(back.books.utilitySoldCents).toBe(-3_000);
    expect(back.block.platformQty).toBe(205);
    expect(usd(back.postings)).toEqual({
      backing: -72_000_000,
      pool: -8_000_000,
      platform: 20_000_000,
      'world:card': 60_000_000,
    });
    const onlyCy = anOrder([aPart(100, 'l1', 10_000_000)]);
    const cheap = clawBack(onlyCy, 3_000, 'clawback:re_2', {
      buyer: aBuyer(onlyCy),
      block: theBlock,
      poolMicros: RICH_POOL,
    });
    // Cy earned $28.50 for a face of $10; the platform's 5% goes back (N-MON-20).
    expect(usd(cheap.postings)).toMatchObject({
      losses: -18_500_000,
      platform: -1_500_000,
      'world:card': 30_000_000,
    });
    expect(cheap.loss).toEqual({ soldMicros: 18_500_000, closedMicros: 0 });
    expect(cheap.books.utilitySoldCents).toBe(0);
  });

  test('[N-MON-20] one seller’s surplus does not offset another seller’s loss', () => {
    const order = anOrder([aPart(100, 'l1', 10_000_000), aPart(100, 'l2', 60_000_000)]);
    const back = clawBack(order, 6_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: theBlock,
      poolMicros: RICH_POOL,
    });
    expect(back.loss).toEqual({ soldMicros: 18_500_000, closedMicros: 0 });
    expect(usd(back.postings)).toMatchObject({ losses: -18_500_000, platform: 28_500_000 });
  });

  test('[N-MON-20] a pool with too little gives what it has, and the platform loses the rest', () => {
    const order = anOrder();
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: theBlock,
      poolMicros: 12_000_000,
    });
    expect(usd(back.postings)).toMatchObject({ pool: -12_000_000, losses: -18_000_000 });
    expect(back.loss).toEqual({ soldMicros: 18_000_000, closedMicros: 0 });
  });

  test('a payment both refunded and disputed makes the excess over its price a debt', () => {
    const order = anOrder();
    const first = clawBack(order, 10_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: theBlock,
      poolMicros: RICH_POOL,
    });
    const both = clawBack(first.order, 30_000, 'clawback:du_1', {
      ...first,
      poolMicros: RICH_POOL,
    });
    expect(both.order).toMatchObject({ refundedCents: 40_000, takenBack: { tokens: 1_000 } });
    expect(both.buyer.debtMicros).toBe(100_000_000);
    expect(both.books.utilitySoldCents).toBe(-20_000);
  });

  test('a second refund after a dispute adds only the new excess to the debt', () => {
    const order = anOrder();
    const before = { buyer: aBuyer(order), block: theBlock, poolMicros: RICH_POOL };
    const first = clawBack(order, 40_000, 'clawback:du_1', before);
    const again = clawBack(first.order, 5_000, 'clawback:re_2', {
      ...first,
      poolMicros: RICH_POOL,
    });
    expect(again.debtMicros).toBe(50_000_000);
    expect(again.buyer.debtMicros).toBe(150_000_000);
  });

  test('in halves, with all tokens spent: each half becomes a debt once', () => {
    const order = anOrder();
    const start = { buyer: aBuyer(order, []), block: theBlock, poolMicros: RICH_POOL };
    const half = clawBack(order, 15_000, 'clawback:re_1', start);
    expect(half.debtMicros).toBe(150_000_000);
    const rest = clawBack(half.order, 15_000, 'clawback:re_2', { ...half, poolMicros: RICH_POOL });
    expect(rest.debtMicros).toBe(150_000_000);
    expect(rest.buyer.debtMicros).toBe(300_000_000);
  });

  test('[N-MON-03] a pool with too little pays for the order’s own tokens first, then for others', () => {
    const order = anOrder();
    const lots = [aLot('30', 500, 2), aLot('79', 300, 3)];
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: aBuyer(order, lots),
      block: theBlock,
      poolMicros: 20_000_000,
    });
    expect(back.order.takenBack).toEqual({
      tokens: 500,
      faceMicros: 150_000_000,
      poolMicros: 15_000_000,
      missing: 500,
      missingMicros: 150_000_000,
      others: {
        lots: [aLot('79', 190, 3, 150_000_000)],
        changeMicros: 0,
        creditMicros: 150_000_000,
        poolMicros: 5_000_000,
      },
    });
    expect(back.buyer.lots).toEqual([aLot('79', 110, 3, 87_000_000)]);
    expect(back.books).toEqual({
      backingMicros: -270_000_000,
      platformMicros: 0,
      utilitySoldCents: -30_000,
      lostMicros: 10_000_000,
    });
    expect(net(back.postings)).toEqual({
      'user:bo TOKEN': -690,
      'block:30 TOKEN': 500,
      'world:issuer TOKEN': 190,
      'user:bo FACE': -300_000_000,
      'world:issuer FACE': 300_000_000,
      'backing USD': -270_000_000,
      'pool USD': -20_000_000,
      'losses USD': -10_000_000,
      'world:card USD': 300_000_000,
    });
  });
});
