import { describe, expect, test } from 'vitest';
import { clawBack, reinstate } from './clawback.ts';
import { payDebt } from './debts.ts';
import { type BlockGuard, emptyUserGuard, type Lot, type UserGuard } from './guards.ts';
import { spendableMicros, spendFace, takeTokens } from './lots.ts';
import { nothingTaken, type Order, type OrderPart, PLATFORM } from './orders.ts';
import { imbalance, type Posting } from './postings.ts';
import { emptyQueue, findListing, withListing, withRead } from './queue.ts';
import { queueTokens } from './token-listings.ts';

const part = (qty: number, source = PLATFORM, faceMicros = qty * 300_000): OrderPart => ({
  source,
  sellerUid: source === PLATFORM ? PLATFORM : 'cy',
  qty,
  faceMicros,
});

/** 1,000 tokens of block 30 for $300. */
const anOrder = (parts: readonly OrderPart[] = [part(1_000)]): Order => {
  const qty = parts.reduce((sum, one) => sum + one.qty, 0);
  return {
    id: 'o1',
    uid: 'bo',
    blockId: '30',
    priceCents: 30,
    qty,
    totalCents: qty * 30,
    variant: 'block',
    state: 'settled',
    parts,
    createdAt: 0,
    expiresAt: 1,
    sessionId: 'cs_1',
    paymentIntentId: 'pi_1',
    settledAt: 2,
    refundedCents: 0,
    clawbacks: [],
    takenBack: nothingTaken,
    chargeFee: null,
    otherFees: [],
    reviewReason: null,
    checkout: null,
  };
};

const aBuyer = (order: Order, lots?: readonly Lot[]): UserGuard => ({
  ...emptyUserGuard('bo'),
  lots: lots ?? [
    {
      blockId: '30',
      priceCents: 30,
      qty: order.qty,
      faceMicros: order.parts.reduce((sum, one) => sum + one.faceMicros, 0),
      since: 2,
    },
  ],
  spendCents: order.parts.reduce(
    (sum, one) => sum + (one.source === PLATFORM ? one.qty * 30 : 0),
    0,
  ),
});

const aBlock: BlockGuard = {
  id: '30',
  priceCents: 30,
  platformQty: 5,
  platformReserved: 0,
  queue: emptyQueue(),
};
const RICH_POOL = 1_000_000_000;

const usd = (postings: readonly Posting[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { account, asset, delta } of postings) {
    if (asset === 'USD') sums[account] = (sums[account] ?? 0) + delta;
  }
  return sums;
};

const lotQty = (user: UserGuard): number => user.lots.reduce((sum, lot) => sum + lot.qty, 0);

describe('a refund takes back what the order delivered', () => {
  test('in full: all tokens, what backs them, what the pool got, and the spend', () => {
    const order = anOrder();
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: aBlock,
      poolMicros: RICH_POOL,
    });
    expect(back.order).toMatchObject({
      state: 'settled',
      refundedCents: 30_000,
      clawbacks: ['clawback:re_1'],
    });
    expect(back.buyer).toMatchObject({ lots: [], spendCents: 0, debtMicros: 0 });
    expect(back.block.platformQty).toBe(1_005);
    expect(usd(back.postings)).toEqual({
      backing: -270_000_000,
      pool: -30_000_000,
      'world:card': 300_000_000,
    });
    expect(back.books).toEqual({
      backingMicros: -270_000_000,
      platformMicros: 0,
      utilitySoldCents: -30_000,
    });
    expect(imbalance(back.postings)).toEqual({});
  });

  test('in three parts: together the same tokens as at once, cents that buy none are the platform’s', () => {
    let order = anOrder();
    let buyer = aBuyer(order);
    let block = aBlock;
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
    // Bo spent $40 of face: 134 tokens.
    ['part of the tokens is spent', 30_000, 866, 40_000_000],
    ['part of the tokens is spent, and enough are left', 15_000, 500, 0],
  ])('%s: what was spent is a debt, to the cent', (_, cents, tokens, debt) => {
    const order = anOrder();
    const spent = spendFace(aBuyer(order), 40_000_000);
    if ('refused' in spent) throw new Error(spent.message);
    const back = clawBack(order, cents, 'clawback:re_1', {
      buyer: aBuyer(order, spent.lots),
      block: aBlock,
      poolMicros: RICH_POOL,
    });
    expect(back.tokens).toBe(tokens);
    expect(back.buyer.debtMicros).toBe(debt);
    expect(imbalance(back.postings)).toEqual({});
    if (debt > 0) {
      // 866 tokens carry $260 of face; the cash is 1,000 × $0.30.
      expect(usd(back.postings)).toEqual({
        backing: -234_000_000,
        pool: -26_000_000,
        'debt:bo': -40_000_000,
        'world:card': 300_000_000,
      });
    }
  });

  test('all of the tokens are spent: all of it is a debt, and nothing else moves', () => {
    const order = anOrder();
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: aBuyer(order, []),
      block: aBlock,
      poolMicros: RICH_POOL,
    });
    expect(back).toMatchObject({ tokens: 0, debtMicros: 300_000_000, block: aBlock });
    expect(back.buyer).toMatchObject({ spendCents: 0, debtMicros: 300_000_000 });
    expect(usd(back.postings)).toEqual({ 'debt:bo': -300_000_000, 'world:card': 300_000_000 });
  });

  test.each([
    ['in a block of another price', '79'],
    ['in the block of the order', '30'],
  ])(
    '[N-MON-03] what is listed %s is taken after the lot, and what an order holds is not',
    (_, at) => {
      const order = anOrder();
      const parts = { shelves: new Map([[0, []]]), pages: new Map([[0, []]]) };
      const own = { ...aBlock, id: at, queue: withRead(emptyQueue(), parts) };
      const queued = queueTokens('l1', aBuyer(order), own, 400);
      if ('refused' in queued) throw new Error(queued.message);
      const entry = findListing(queued.block.queue, 'l1');
      if (!entry) throw new Error('nothing is queued');
      // 100 of the 400 are held by somebody's order.
      const held = takeTokens(entry.lots ?? [], 100);
      if ('refused' in held) throw new Error(held.message);
      const left = { qty: 300, faceMicros: 90_000_000, lots: held.lots, reserved: 100 };
      const queue = withListing(queued.block.queue, { ...entry, ...left });
      const there = { ...queued.block, queue };
      const back = clawBack(order, 30_000, 'clawback:re_1', {
        buyer: queued.user,
        ...(at === '30' ? { block: there } : { block: aBlock, listedIn: [there] }),
        poolMicros: RICH_POOL,
      });
      expect(back).toMatchObject({ tokens: 900, debtMicros: 100 * 300_000 });
      expect(back.block.platformQty).toBe(905);
      const [after] = [...back.listedIn, back.block];
      expect(after?.queue.pages.get(0)).toEqual([
        { ...entry, qty: 0, faceMicros: 0, lots: [], reserved: 100 },
      ]);
      expect(back.listings).toEqual([
        { listingId: 'l1', blockId: at, qty: 300, faceMicros: 90_000_000 },
      ]);
      expect(imbalance(back.postings)).toEqual({});
    },
  );

  test('[N-MON-03] other lots stand in for missing tokens at their face; older ones go first', () => {
    const order = anOrder();
    const others = [
      { blockId: '50', priceCents: 50, qty: 10, faceMicros: 5_000_000, since: 0 },
      { blockId: '79', priceCents: 79, qty: 700, faceMicros: 553_000_000, since: 1 },
    ];
    const before = { buyer: aBuyer(order, others), block: aBlock, poolMicros: RICH_POOL };
    const back = clawBack(order, 30_000, 'clawback:re_1', before);
    // $295 of the second lot: 373.4 tokens.
    expect(back).toMatchObject({ tokens: 0, otherTokens: 384, debtMicros: 0 });
    expect(back.buyer.lots).toEqual([{ ...others[1], qty: 326, faceMicros: 258_000_000 }]);
    expect(back.block).toEqual(aBlock);
    expect(usd(back.postings)).toEqual({
      backing: -270_000_000,
      pool: -30_000_000,
      'world:card': 300_000_000,
    });
    expect(imbalance(back.postings)).toEqual({});
    const won = reinstate(back.order, 30_000, 'reinstate:re_1', back, 9);
    expect(won.buyer).toEqual(before.buyer);
    expect(won.order.takenBack).toEqual(nothingTaken);
    const sums = usd([...back.postings, ...won.postings]);
    expect(Object.values(sums).every((sum) => sum === 0)).toBe(true);
  });

  test('[N-MON-03] change stands in first, and what a last token is worth beyond the rest stays as change', () => {
    const order = anOrder();
    const lots = [
      { blockId: '900', priceCents: 90_000, qty: 1, faceMicros: 900_000_000, since: 0 },
    ];
    const buyer = { ...aBuyer(order, lots), changeMicros: 400_000 };
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer,
      block: aBlock,
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

  test('tokens from sellers: the sellers keep their money, the platform stands in, spend stays', () => {
    // 100 of the platform for $30, 100 of Cy with a face of $0.50 each.
    const order = anOrder([part(100), part(100, 'l1', 50_000_000)]);
    const back = clawBack(order, 6_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: aBlock,
      poolMicros: RICH_POOL,
    });
    expect(back).toMatchObject({ tokens: 200, buyer: { spendCents: 0, lots: [] } });
    expect(back.books.utilitySoldCents).toBe(-3_000);
    expect(back.block.platformQty).toBe(205);
    expect(usd(back.postings)).toEqual({
      backing: -72_000_000,
      pool: -8_000_000,
      // The face that went was worth $20 more than the price: it backs nothing any more.
      platform: 20_000_000,
      'world:card': 60_000_000,
    });
    const onlyCy = anOrder([part(100, 'l1', 10_000_000)]);
    const cheap = clawBack(onlyCy, 3_000, 'clawback:re_2', {
      buyer: aBuyer(onlyCy),
      block: aBlock,
      poolMicros: RICH_POOL,
    });
    expect(usd(cheap.postings)).toMatchObject({ platform: -20_000_000, 'world:card': 30_000_000 });
    expect(cheap.books.utilitySoldCents).toBe(0);
  });

  test('a pool that has too little gives what it has, the platform the rest', () => {
    const order = anOrder();
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: aBlock,
      poolMicros: 12_000_000,
    });
    expect(usd(back.postings)).toMatchObject({ pool: -12_000_000, platform: -18_000_000 });
  });

  test('refunded and disputed, what goes beyond the price is owed', () => {
    const order = anOrder();
    const first = clawBack(order, 10_000, 'clawback:re_1', {
      buyer: aBuyer(order),
      block: aBlock,
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
});

describe('money that came back gives back what it took', () => {
  const disputed = (lots?: readonly Lot[], poolMicros = RICH_POOL) => {
    const order = anOrder();
    return clawBack(order, 30_000, 'clawback:du_1', {
      buyer: aBuyer(order, lots),
      block: aBlock,
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
    expect(won.block).toEqual(aBlock);
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

  test('debt that was paid from earnings is owed to the user again', () => {
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
    expect(imbalance(won.postings)).toEqual({});
  });

  test('tokens the block has sold in the meantime are issued again', () => {
    const lost = disputed();
    const block = { ...lost.block, platformQty: 300 };
    const won = reinstate(lost.order, 30_000, 'reinstate:du_1', { ...lost, block }, 9);
    expect(won.block.platformQty).toBe(0);
    expect(lotQty(won.buyer)).toBe(1_000);
    expect(won.postings).toContainEqual({ account: 'world:issuer', asset: 'TOKEN', delta: -700 });
  });

  test('a refund beside a won dispute stays taken, whichever came first', () => {
    const order = anOrder();
    const start = { buyer: aBuyer(order), block: aBlock, poolMicros: RICH_POOL };
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
});
