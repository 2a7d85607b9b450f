import { readQueuePage, readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { UserGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import { areSomeTries, tries } from '@datchain/shared/testing/tries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryGround } from '../testing/books/memory-world.ts';
import { open } from '../testing/books/opening.ts';
import { booksWorld } from '../testing/books/world.ts';
import { tokenMarket } from '../testing/token-market.ts';
import { seeded } from '../testing/unreliable-store.ts';
import { Door } from './door.ts';
import { reinstateEntry } from './entries/clawbacks.ts';
import { releaseEntry } from './entries/close-order.ts';
import { buyEditionEntry, mintEntry } from './entries/editions.ts';
import { findOrder, userDocument } from './entries/order-documents.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import type { Entry } from './entry.ts';

/** What orders delivered, in micros of face. */
const sumOf = (orders: readonly Order[]): number =>
  orders.reduce(
    (sum, { parts }) => sum + parts.reduce((face, part) => face + part.faceMicros, 0),
    0,
  );

const lotsOf = ({ lots }: UserGuard) =>
  lots.map(({ blockId, priceCents, qty, faceMicros }) => [blockId, priceCents, qty, faceMicros]);

describe('listing and cancelling', () => {
  test('[N-MON-02] at any price, any number of times, changes no figure of the wallet', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.buy('o2', 'ana', '50', 20);
    const before = market.shown('ana');
    for (const [round, [cents, qty]] of [
      [79, 70],
      [1, 75],
      [50, 90],
      [36, 3],
    ].entries()) {
      await market.list(`l${round}`, 'ana', cents ?? 0, qty ?? 0);
      expect(market.shown('ana')).not.toEqual(before);
      await market.cancel(`l${round}`);
      expect(market.shown('ana')).toEqual(before);
    }
    // Two at a time, and the one that was listed first comes home first.
    await market.list('early', 'ana', 79, 70);
    await market.list('late', 'ana', 79, 20);
    await market.cancel('early');
    await market.cancel('late');
    expect(market.shown('ana')).toEqual(before);
    expect(market.user('ana').openListings).toEqual([]);
  });

  test('[N-MON-01] what is sold of a listing is of its oldest lot, and the rest goes home to its lots', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.buy('o2', 'ana', '50', 20);
    await market.list('l', 'ana', 79, 85);
    expect(lotsOf(market.user('ana'))).toEqual([['50', 50, 5, 2_500_000]]);
    await market.buy('o3', 'bo', '79', 30);
    expect(lotsOf(market.user('bo'))).toEqual([['79', 79, 30, 30 * 360_000]]);
    await market.cancel('l');
    expect(lotsOf(market.user('ana'))).toEqual([
      ['36', 36, 40, 40 * 360_000],
      ['50', 50, 20, 10_000_000],
    ]);
  });

  test('[N-MON-01] tokens of an order that lapses after the listing was cancelled find their lots too', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.buy('o2', 'ana', '50', 20);
    const before = market.shown('ana');
    await market.list('l', 'ana', 79, 90);
    await market.reserve('open', 'bo', '79', 80);
    await market.cancel('l');
    expect(lotsOf(market.user('ana'))).toEqual([['50', 50, 10, 5_000_000]]);
    await market.commit(releaseEntry(market.order('open'), true));
    expect(market.shown('ana')).toEqual(before);
    expect(market.queue('79')).toEqual([]);
  });

  test('[N-MON-01] a listing from before lots were remembered goes home to the block of its face', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    const before = market.shown('ana');
    await market.list('l', 'ana', 79, 70);
    const path = docs.queuePage('79', 0);
    const { entries, ...page } = readQueuePage(market.store.all().get(path));
    market.store.set(path, { ...page, entries: entries.map(({ lots: _, ...entry }) => entry) });
    await market.cancel('l');
    expect(market.shown('ana')).toEqual(before);
  });
});

describe('a refund finds what the order delivered', () => {
  test('[M-65] [N-MON-03] bought, listed, cancelled and refunded: all of it goes back and nothing is owed', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.list('l', 'ana', 79, 70);
    await market.cancel('l');
    await market.refund('o1', 70 * 36);
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 0 });
    expect(market.order('o1').takenBack).toMatchObject({ tokens: 70, missing: 0 });
    expect(market.stock('36')).toBe(1_000);
    expect(market.findings([market.order('o1')])).toEqual([]);
  });

  test('[N-MON-03] [N-MON-06] listings that came from it shrink or end, and the queue keeps its order', async () => {
    const market = await tokenMarket();
    await market.buy('o0', 'cy', '36', 28);
    await market.buy('o1', 'ana', '36', 70);
    await market.list('first', 'ana', 79, 30);
    await market.list('of-cy', 'cy', 79, 10);
    await market.list('second', 'ana', 79, 20);
    await market.refund('o1', 55 * 36);
    // 20 of the wallet, then the newest listing, then 15 of the other one.
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 0 });
    expect(market.queue('79')).toEqual(['first 15', 'of-cy 10']);
    expect(market.listing('second')).toMatchObject({ qty: 20, takenBackQty: 20 });
    expect(market.listing('first')).toMatchObject({ qty: 30, takenBackQty: 15 });
    expect(market.user('ana').openListings).toEqual([{ listingId: 'first', blockId: '79' }]);
    const cys = market.user('cy');
    await market.refund('o1', 15 * 36, 're_rest');
    expect(market.queue('79')).toEqual(['of-cy 10']);
    expect(market.user('cy')).toEqual(cys);
    expect(market.findings([market.order('o0'), market.order('o1')])).toEqual([]);
  });

  test('[N-MON-03] [N-MON-06] what was sold is a debt to the cent, and the seller keeps the earnings', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.list('l', 'ana', 79, 70);
    await market.buy('o2', 'bo', '79', 30);
    const earned = market.user('ana').earnedDays;
    const bos = market.user('bo');
    await market.refund('o1', 70 * 36);
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 30 * 360_000 });
    expect(market.user('ana').earnedDays).toEqual(earned);
    expect(market.user('bo')).toEqual(bos);
    expect(market.queue('79')).toEqual([]);
    expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
  });

  test('[N-MON-03] what was spent is taken from other lots at their face, and only the rest is a debt', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.buy('o2', 'ana', '50', 20);
    const mint = { datId: 'blue', creatorUid: 'cy', editions: 1, sharePpm: 25_000 };
    await market.commit(mintEntry({ ...mint, priceCents: 1_800 }));
    await market.commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'ana', 1_800));
    const before = market.shown('ana');
    // 20 of 70 are there; of the $18 that were spent the other lot is worth $10.
    await market.refund('o1', 70 * 36);
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 8_000_000 });
    expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
    const back = { id: 're_o1', kind: 'refund', cents: 70 * 36 } as const;
    await market.commit(reinstateEntry(market.order('o1'), back));
    expect(market.shown('ana')).toEqual(before);
    expect(market.user('ana').debtMicros).toBe(0);
    expect(market.order('o1').takenBack).toEqual({
      tokens: 0,
      faceMicros: 0,
      poolMicros: 0,
      missing: 0,
    });
  });

  test.each([
    ['the refund first', [0, 1, 2]],
    ['the refund last', [2, 1, 0]],
    ['the refund in the middle', [1, 0, 2]],
  ])(
    '[N-MON-03] a refund, a cancellation and a purchase at once, %s: nobody has both',
    async (_, turns) => {
      const market = await tokenMarket();
      await market.buy('o1', 'ana', '36', 70);
      await market.list('l', 'ana', 79, 70);
      await market.reserve('o2', 'bo', '79', 30);
      const both = [
        () => market.refund('o1', 70 * 36),
        // Refused where the refund has ended the listing, or where it is cancelled.
        () => market.cancel('l').catch(() => undefined),
        () =>
          market.commit(
            settleEntry(market.order('o2'), { sessionId: 'cs', paymentIntentId: 'pi_o2' }),
          ),
      ];
      await Promise.all(turns.map((turn) => both[turn]?.()));
      expect(market.user('ana')).toMatchObject({
        lots: [],
        openListings: [],
        debtMicros: 30 * 360_000,
      });
      expect(market.queue('79')).toEqual([]);
      expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
    },
  );
});

test('[M-66] bought, listed, sold by half, relisted, cancelled and spent in any order, then refunded: no one keeps what was refunded', async () => {
  const seen = { debts: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = seeded(seed);
      const market = await tokenMarket();
      const mint = { datId: 'blue', creatorUid: 'cy', editions: 1, sharePpm: 25_000 };
      await market.commit(mintEntry({ ...mint, priceCents: 1_000 }));
      const steps: (() => Promise<unknown>)[] = [
        () => market.buy('o1', 'ana', '36', 70),
        () => market.buy('o2', 'ana', '50', 40),
        () => market.list('l1', 'ana', 79, 50),
        () => market.buy('o3', 'bo', '79', 25),
        () => market.cancel('l1'),
        () => market.list('l2', 'ana', 61, 30),
        () => market.buy('o4', 'bo', '61', 30),
        () => market.cancel('l2'),
        () =>
          market.commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'ana', 1_000)),
      ];
      // What there is nothing for yet, or no longer, is refused and changes nothing.
      while (steps.length > 0) {
        await steps
          .splice(random() % steps.length, 1)[0]?.()
          .catch(() => undefined);
      }
      const orders = () => ['o1', 'o2', 'o3', 'o4'].flatMap((id) => market.orderOf(id) ?? []);
      const came = sumOf(orders().filter(({ uid }) => uid === 'ana'));
      const gone = came - market.user('ana').lots.reduce((sum, lot) => sum + lot.faceMicros, 0);
      const listed = market.listedBy('ana');
      expect(market.findings(orders())).toEqual([]);
      for (const { id, totalCents } of orders()) {
        await market.refund(id, totalCents);
        expect(market.findings(orders())).toEqual([]);
      }
      expect(market.user('ana')).toMatchObject({ lots: [], openListings: [] });
      expect(market.user('ana').debtMicros).toBe(gone - listed);
      expect(market.user('bo')).toMatchObject({ lots: [], debtMicros: 0 });
      seen[market.user('ana').debtMicros > 0 ? 'debts' : 'none'] += 1;
    }),
    tries(),
  );
  if (!areSomeTries()) for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
});

/** The clawback as it was, when no refund looked into the lot of a cancelled listing's price. */
const oldClawback = (ana: UserGuard, order: Order): Entry<null> => {
  const debtMicros = order.totalCents * 10_000;
  const at79 = { blockId: '79', priceCents: 79, qty: 70, faceMicros: 70 * 360_000 };
  const lots = [...ana.lots.filter(({ blockId }) => blockId !== '36'), at79];
  const refunded = {
    refundedCents: order.totalCents,
    clawbacks: ['clawback:re_1'],
    takenBack: { ...order.takenBack, missing: 70 },
  };
  return {
    id: 'clawback:re_1',
    kind: 'order-clawed-back',
    actor: 'system',
    input: {},
    reads: [docs.userGuard('ana'), docs.order(order.id)],
    decide: () => ({
      result: null,
      postings: move('USD', accounts.debt('ana'), accounts.card, debtMicros),
      documents: [
        userDocument({ ...ana, lots, debtMicros }),
        { path: docs.order(order.id), data: { ...order, ...refunded } },
      ],
      touched: [],
    }),
  };
};

const named = 'user ana: holds $25.2 of tokens whose price was refunded';

test('[N-MON-05] a user who kept refunded tokens is named until they are sold', async () => {
  const market = await tokenMarket();
  await market.buy('o1', 'ana', '36', 70);
  await market.commit(oldClawback(market.user('ana'), market.order('o1')));
  expect(market.findings([market.order('o1')])).toEqual([named]);
  await market.list('l', 'ana', 79, 70);
  expect(market.findings([market.order('o1')])).toEqual([named]);
  // Sold, they are what a debt is for.
  await market.buy('o2', 'bo', '79', 70);
  expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
});

test('[N-MON-05] reconciling books from before the fix names the user, and face that no one accounts for', async () => {
  const ground = memoryGround();
  const world = booksWorld(ground, 1);
  world.calm();
  await open(world);
  const request = { orderId: 'o1', blockId: '36', qty: 70, variant: 'block' as const };
  await world.commit(reserveEntry('ana', request, 'https://x.test'));
  const find = async () => findOrder((path) => stored.get(path), 'o1');
  let stored = await ground.all();
  const reserved = await find();
  if (!reserved) throw new Error('the order is missing');
  await world.commit(settleEntry(reserved, { sessionId: 'cs', paymentIntentId: 'pi' }));
  expect(await ground.compare(world.services)).not.toContain(named);
  world.wait(60_000);
  await world.letTimePass();
  stored = await ground.all();
  const settled = await find();
  if (!settled) throw new Error('the order is missing');
  const ana = readUserGuard('ana', stored.get(docs.userGuard('ana')));
  // By the door alone, as it was then: what she earned did not pay at once.
  await new Door(ground.store, world.services.clock).commit(oldClawback(ana, settled));
  expect(await ground.compare(world.services)).toContain(named);
  const [first, ...rest] = ana.lots;
  if (!first) throw new Error('there are no lots');
  const more = [{ ...first, faceMicros: first.faceMicros + 1_000_000 }, ...rest];
  await ground.setDocuments([{ path: docs.userGuard('ana'), data: { ...ana, lots: more } }]);
  expect(await ground.compare(world.services)).toContain(
    'face of ana: $55.2 came, $56.2 is accounted for',
  );
});
