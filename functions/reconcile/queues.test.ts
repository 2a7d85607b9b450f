import { config, rates } from '@datchain/shared/domain/config.ts';
import { held } from '@datchain/testing/server/books/rules.ts';
import { aQueue } from '@datchain/testing/server/queues.ts';
import { seeded } from '@datchain/testing/server/unreliable-store.ts';
import { describe, expect, test } from 'vitest';
import { balancesOfGuards, compareBalances, compareReservations } from './balances.ts';
import { compareQueues } from './compare-queues.ts';

type Market = ReturnType<typeof aQueue>;

const refused = (message: string) => expect.objectContaining({ refused: true, message });

function findings(market: Market, snapshot = market.snapshot()): string[] {
  return [
    ...compareQueues(snapshot),
    ...compareReservations(snapshot),
    ...compareBalances(snapshot.postings, balancesOfGuards(snapshot)),
  ];
}

const lines = (market: Market) =>
  market.listings().map(({ listingId, qty, reserved }) => `${listingId} ${qty} ${reserved}`);

describe('the size of one order', () => {
  test('[N-MON-13] is limited to eighty listings, and the refusal says how many tokens can be bought', async () => {
    const market = aQueue();
    for (const uid of ['ana', 'bo', 'cy']) await market.owner(uid, 40);
    for (let n = 0; n < 120; n++) {
      await market.list(`l${n}`, ['ana', 'bo', 'cy'][n % 3] as string, 1);
    }
    const sentence = 'At most 80 tokens can be bought at once right now';
    expect(await market.reserve('o1', 'di', 120)).toEqual(refused(sentence));
    expect(await market.reserve('o1', 'di', 81)).toEqual(refused(sentence));
    await market.reserve('o1', 'di', 80);
    await market.settle('o1');
    expect(lines(market)).toEqual(Array.from({ length: 40 }, (_, n) => `l${n + 80} 1 0`));
    expect((await market.user('di')).lots).toMatchObject([{ qty: 80 }]);
    expect(findings(market)).toEqual([]);
  });

  test('[N-MON-13] [N-MON-14] covers the smallest purchase at the lowest price, even from listings of one token', () => {
    const least = Math.ceil(config.minimumOrderCents.marketplace / config.listingPriceCents.min);
    expect(2 * rates.queuePageSize).toBeGreaterThanOrEqual(least);
  });

  test('sends a late payment back if its tokens are now spread over too many listings', async () => {
    const market = aQueue();
    for (const uid of ['ana', 'bo', 'cy']) await market.owner(uid, 100);
    await market.list('whole', 'ana', 100);
    await market.reserve('o1', 'di', 100);
    await market.end('o1');
    await market.cancel('whole');
    for (let n = 0; n < 100; n++) await market.list(`l${n}`, n < 50 ? 'bo' : 'cy', 1);
    expect(await market.settle('o1')).toEqual({ outcome: 'refund' });
    expect(findings(market)).toEqual([]);
  });
});

test('[N-MON-13] a user has at most fifty open listings; sold and cancelled ones make room', async () => {
  const market = aQueue();
  await market.owner('ana', 1_000);
  for (let n = 0; n < 50; n++) await market.list(`l${n}`, 'ana', 10);
  const full = refused('You can have 50 open listings. Cancel one first.');
  expect(await market.list('more', 'ana', 10)).toEqual(full);
  expect(await market.list('too much', 'ana', 501)).toEqual(refused('Not enough tokens'));
  await market.cancel('l7');
  expect(await market.list('more', 'ana', 10)).not.toEqual(full);
  expect(await market.list('still more', 'ana', 10)).toEqual(full);
  await market.reserve('o1', 'bo', 10);
  expect(await market.list('still more', 'ana', 10)).toEqual(full);
  await market.settle('o1');
  expect(await market.list('still more', 'ana', 10)).not.toEqual(full);
  await market.owner('cy', 10);
  expect(await market.list('of cy', 'cy', 10)).not.toEqual(full);
});

test.each([
  ['with pages of two', 2],
  ['with pages of forty, on one shelf', 40],
])(
  '[N-MON-13] a purchase, its end and a cancellation read no more of a long queue than of a short one, %s',
  async (_, size) => {
    const read: number[] = [];
    for (const length of [10, 500]) {
      const market = aQueue();
      market.withPagesOf(size);
      for (let n = 0; n < length / 10; n++) await market.owner(`owner${n}`, 300);
      for (let n = 0; n < length; n++) {
        await market.list(`l${n}`, `owner${Math.floor(n / 10)}`, 10);
      }
      market.readPaths();
      await market.reserve('o1', 'di', 15);
      await market.settle('o1');
      await market.reserve('o2', 'di', 15);
      await market.end('o2');
      await market.cancel('l5');
      await market.list('new', 'owner0', 10);
      read.push(market.readPaths().length);
      expect(findings(market)).toEqual([]);
    }
    expect(read[1]).toBe(read[0]);
  },
);

interface Line {
  readonly id: string;
  readonly uid: string;
  qty: number;
  reserved: number;
  isCancelled: boolean;
}

interface Held {
  readonly id: string;
  readonly parts: readonly (readonly [Line, number])[];
}

const users = Array.from({ length: 12 }, (_, n) => `user${n}`);
const MAX_LISTINGS_PER_ORDER = 4;

async function play(market: Market, seed: number, steps: number): Promise<void> {
  const random = seeded(seed);
  const one = <T>(list: readonly T[]): T | undefined => list[random() % Math.max(1, list.length)];
  let queue: Line[] = [];
  let orders: Held[] = [];
  market.withPagesOf(MAX_LISTINGS_PER_ORDER / 2);
  for (const uid of users) await market.owner(uid, 5_000);
  const face = held(market.snapshot(), 'FACE');
  const tidy = () => {
    queue = queue.filter(({ qty, reserved }) => qty + reserved > 0);
  };

  async function list(id: string, uid: string) {
    const qty = 1 + (random() % 30);
    const outcome = await market.list(id, uid, qty);
    if ('refused' in outcome) return;
    queue.push({ id, uid, qty, reserved: 0, isCancelled: false });
  }

  async function reserve(id: string, uid: string) {
    const qty = 10 + (random() % 50);
    const forSale = queue.filter((line) => line.qty > 0);
    const atOnce = forSale
      .slice(0, MAX_LISTINGS_PER_ORDER)
      .reduce((sum, line) => sum + line.qty, 0);
    const outcome = await market.reserve(id, uid, qty);
    if ('refused' in outcome) {
      const most = /^At most (\d+)/.exec(outcome.message)?.[1];
      if (most) expect(Number(most)).toBe(atOnce);
      return;
    }
    if (!outcome.recorded) return;
    const parts: [Line, number][] = [];
    let missing = qty;
    for (const line of forSale) {
      const taken = Math.min(missing, line.qty);
      if (taken === 0) break;
      missing -= taken;
      line.qty -= taken;
      line.reserved += taken;
      parts.push([line, taken]);
    }
    expect([missing, parts.length <= MAX_LISTINGS_PER_ORDER]).toEqual([0, true]);
    orders.push({ id, parts });
  }

  async function close(order: Held, isPaid: boolean) {
    await (isPaid ? market.settle(order.id) : market.end(order.id));
    for (const [line, qty] of order.parts) {
      line.reserved -= qty;
      if (!isPaid && !line.isCancelled) line.qty += qty;
    }
    orders = orders.filter((other) => other !== order);
    tidy();
  }

  async function cancel(line: Line) {
    expect(await market.cancel(line.id)).toMatchObject({ result: { returned: line.qty } });
    line.qty = 0;
    line.isCancelled = true;
    tidy();
  }

  for (let step = 0; step < steps; step++) {
    const uid = one(users) as string;
    const line = one(queue.filter(({ isCancelled }) => !isCancelled));
    const order = one(orders);
    const dice = random() % 10;
    if (dice < 4) await list(`l${step}`, uid);
    else if (dice < 6) await reserve(`o${step}`, uid);
    else if (dice < 8 && order) await close(order, random() % 3 > 0);
    else if (line) await cancel(line);
    if (step % 50 > 0) continue;
    expect(lines(market)).toEqual(queue.map(({ id, qty, reserved }) => `${id} ${qty} ${reserved}`));
    if (step % 1_000 > 0) continue;
    const snapshot = market.snapshot();
    expect(findings(market, snapshot)).toEqual([]);
    expect(held(snapshot, 'FACE')).toBe(face);
  }
}

test('[M-25] [N-MON-13] 10,000 listings, splits, purchases, returns and cancellations stay first in, first out, and lose no face', {
  timeout: 120_000,
}, async () => {
  const market = aQueue();
  await play(market, 25, 10_001);
});
