import type { PaymentLink } from '@datchain/shared/contracts/calls/orders.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { firstSeed } from '@datchain/testing/pure/tries.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { type Answer, type Fan, market, until } from '@datchain/testing/server/market.ts';
import { seeded } from '@datchain/testing/server/unreliable-store.ts';
import { describe, expect, test } from 'vitest';
import { services } from './services.ts';
import { readAllHoldings } from './stores/works.ts';

const m = market();
const { fanWith, release, owner, lister } = collectors(m);

const message = ({ body }: Answer): string | undefined => body.error?.message;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const fansWith = (count: number, usd: number, spentUsd = 0): Promise<Fan[]> =>
  Promise.all(times(count, () => fanWith(usd, spentUsd)));

const buy = (fan: Fan, datId: string, expectedPrice: number) =>
  m.call('purchaseEdition', { datId, editionNumber: 1, expectedPrice }, fan.token);
const offer = (fan: Fan, datId: string, newPrice: number) =>
  m.call('setEditionForSaleCF', { datId, editionNumber: 1, newPrice }, fan.token);
const unlist = (fan: Fan, datId: string) =>
  m.call('cancelEditionListing', { datId, editionNumber: 1 }, fan.token);
const claim = (fan: Fan) => m.call('claimRewardTokens', {}, fan.token);

const balanceOf = async ({ uid }: Fan): Promise<unknown> =>
  (await services().store.read([docs.wallet(uid)])).get(docs.wallet(uid))?.data.balance;
const guardsOf = async (fans: readonly Fan[]) => {
  const { store } = services();
  return Promise.all(
    fans.map(async ({ uid }) => [
      (await store.read([docs.userGuard(uid)])).get(docs.userGuard(uid))?.data,
      await readAllHoldings(store, uid),
    ]),
  );
};
const editionOf = async (datId: string) => {
  const [edition] = (await services().guards.findDat(datId))?.editions ?? [];
  if (!edition) throw new Error(`${datId} has no edition`);
  return edition;
};
const tokensOf = async ({ uid }: Fan): Promise<number> =>
  (await services().guards.user(uid)).lots.reduce((sum, { qty }) => sum + qty, 0);

const isServed = ({ status }: Answer): boolean => status === 200;

const paidBalance = (one: Fan, seller: Fan, buyer: Fan, cents: number): number => {
  if (one === seller) return 0;
  return one === buyer ? 30 - cents / 100 : 30;
};

async function saleRace(seed: number): Promise<void> {
  const random = seeded(seed);
  const { fan, datId } = await owner(true);
  const buyers = await fansWith(1 + (random() % 6), 30);
  const everybody = [fan, ...buyers];
  const asked = [2_000, 2_500];
  const purchases = buyers.flatMap((buyer) =>
    asked.map((cents) => () => buy(buyer, datId, cents / 100)),
  );
  const moves = [
    ...purchases,
    ...times(random() % 4, () => () => unlist(fan, datId)),
    ...times(random() % 4, () => () => offer(fan, datId, 25)),
  ];
  // The seed decides the order of the requests; the server decides the order of its answers.
  const places = moves.map((_, index) => ({ index, place: random() }));
  const answers: Answer[] = [];
  await Promise.all(
    places
      .sort((one, other) => one.place - other.place)
      .map(async ({ index }) => {
        answers[index] = (await moves[index]?.()) as Answer;
      }),
  );
  const bought = answers
    .slice(0, purchases.length)
    .flatMap((answer, index) => (isServed(answer) ? [index] : []));
  expect(bought.length).toBeLessThanOrEqual(1);
  const edition = await editionOf(datId);
  const balances = await Promise.all(everybody.map(balanceOf));
  if (bought.length === 0) {
    expect(edition).toMatchObject({ ownerUid: fan.uid, priceCents: 1_000 });
    expect([null, 2_500]).toContain(edition.askPriceCents);
    expect(balances).toEqual([0, ...buyers.map(() => 30)]);
  } else {
    const [index = 0] = bought;
    const buyer = buyers[Math.floor(index / asked.length)] as Fan;
    const cents = asked[index % asked.length] as number;
    expect(edition).toMatchObject({
      ownerUid: buyer.uid,
      priceCents: cents,
      askPriceCents: null,
    });
    expect(balances).toEqual(everybody.map((one) => paidBalance(one, fan, buyer, cents)));
  }
  const sentences = [
    'The price has changed.',
    'This edition has already been sold.',
    'You already own this edition.',
    'Edition not found',
    'This edition has just changed. Check it and try again.',
  ];
  for (const answer of answers.filter((one) => !isServed(one))) {
    expect(sentences).toContain(message(answer));
  }
}

const RACES = scale(6, 500);

describe('editions', () => {
  test('[M-26] one of 100 simultaneous buyers gets the edition, and only that one pays', async () => {
    const [creator, buyers] = [await m.signUp(), await fansWith(100, 10)];
    const datId = await release(creator, 1);
    const before = await guardsOf(buyers);
    const answers = await Promise.all(buyers.map((buyer) => buy(buyer, datId, 10)));
    expect(answers.filter(isServed)).toHaveLength(1);
    const winner = answers.findIndex(isServed);
    expect((await editionOf(datId)).ownerUid).toBe(buyers[winner]?.uid);
    expect(await balanceOf(buyers[winner] as Fan)).toBe(0);
    const after = await guardsOf(buyers);
    for (const [index, answer] of answers.entries()) {
      if (index === winner) continue;
      expect(answer).toMatchObject({ status: 409, body: { error: { status: 'ABORTED' } } });
      expect(message(answer)).toBe('This edition has already been sold.');
      expect(after[index]).toEqual(before[index]);
    }
  });

  test('[N-BUY-06] [N-BUY-10] one of 100 who pay for the last edition at once gets it, and 99 keep their tokens', async () => {
    const blockId = await m.newBlock(50, 2_000);
    const datId = await release(await m.signUp(), 1);
    const edition = { datId, editionNumber: 1, expectedPrice: 10 };
    const orders = await Promise.all(
      times(100, async () => {
        const fan = await m.signUp();
        const asked = { blockId, qty: 20, edition };
        const { body } = await m.call('createPaymentLinkDatTokenTesting', asked, fan.token);
        return { fan, ...(body.result as PaymentLink) };
      }),
    );
    const outcomes = await Promise.all(
      orders.map(async ({ fan, orderId, url }) => {
        await m.pay(url);
        const ask = () => m.call('getOrderStatus', { orderId }, fan.token);
        const { body } = await until(ask, (answer) => answer.body.result?.state === 'settled');
        return body.result.edition;
      }),
    );
    const isBought = ({ state }: { state: string }) => state === 'bought';
    const winner = outcomes.findIndex(isBought);
    expect(outcomes.filter(isBought)).toHaveLength(1);
    expect((await editionOf(datId)).ownerUid).toBe(orders[winner]?.fan.uid);
    for (const [index, { fan }] of orders.entries()) {
      expect(await tokensOf(fan)).toBe(index === winner ? 0 : 20);
      if (index === winner) continue;
      const reason = 'This edition has already been sold.';
      expect(outcomes[index]).toMatchObject({ state: 'missed', reason });
    }
  });

  test(`[M-27] an edition that is sold, withdrawn and repriced at the same moment, ${RACES} times, ends in one clear state`, {
    timeout: scale(120_000, HOUR_MILLIS),
  }, async () => {
    const first = firstSeed();
    for (const seed of times(RACES, (index) => first + index)) {
      await saleRace(seed).catch((error: unknown) => {
        throw new Error(`TRY_SEED=${seed} plays it again\n${error}`, { cause: error });
      });
    }
  });

  test('each owner has paid the one before when everyone buys and resells at once', async () => {
    const { fan, datId } = await owner(true);
    const traders = await fansWith(8, 60);
    await Promise.all(
      traders.map(async (trader) => {
        for (const usd of [20, 25, 30]) {
          if (isServed(await buy(trader, datId, usd))) await offer(trader, datId, usd + 5);
        }
      }),
    );
    const { version, ownerUid } = await editionOf(datId);
    const sales = times(version, (n) => docs.entry(`edition-sale:${datId}:1:${n + 1}`));
    const entries = await services().store.read(sales);
    const [first, ...later] = sales.flatMap((path) => entries.get(path)?.data.actor ?? []);
    expect(first).toBe(fan.uid);
    expect(later.length).toBeGreaterThanOrEqual(1);
    expect(ownerUid).toBe(later.at(-1));
    for (const trader of traders) {
      const prices = later.flatMap((uid, index) => (uid === trader.uid ? [20 + index * 5] : []));
      const spent = prices.reduce((sum, usd) => sum + usd, 0);
      expect(await balanceOf(trader)).toBe(60 - spent);
    }
  });
});

describe('reward tokens', () => {
  test('[M-32] [R-WAL-12] 50 claims of one user at once count once', async () => {
    const fan = await fanWith(500, 500);
    const answers = await Promise.all(times(50, () => claim(fan)));
    const served = answers.filter(isServed);
    expect(served.length).toBeGreaterThan(0);
    for (const { body } of served) expect(body.result).toEqual({ claimed: 2, qty: 2 });
    for (const answer of answers.filter((one) => !isServed(one))) {
      expect(['Nothing to claim yet.', 'Too many requests. Try again in a minute.']).toContain(
        message(answer),
      );
    }
    expect(await services().live.read(live.rewardWallet(fan.uid))).toEqual({ qty: 2 });
    expect(await services().live.read(live.utilitySpend(fan.uid))).toEqual({
      totalCents: 50_000,
      awarded: 2,
    });
    expect(message(await claim(await fanWith(10)))).toBe('Nothing to claim yet.');
  });

  test('50 users who claim at once, twice each, get one reward token each', async () => {
    const fans = await fansWith(50, 10, 250);
    const before = await services().guards.supply();
    const answers = await Promise.all(fans.flatMap((fan) => [claim(fan), claim(fan)]));
    for (let index = 0; index < answers.length; index += 2) {
      expect(answers.slice(index, index + 2).some(isServed)).toBe(true);
    }
    const users = await Promise.all(fans.map(({ uid }) => services().guards.user(uid)));
    expect(users.map(({ rewardQty, awarded }) => [rewardQty, awarded])).toEqual(
      users.map(() => [1, 1]),
    );
    const { issued } = await services().guards.supply();
    expect(issued).toBe(before.issued + fans.length);
  });
});

describe('token listings', () => {
  const PRICE = 83;
  const order = (fan: Fan) =>
    m.call('createPaymentLinkDatTokenTesting', { blockId: `${PRICE}`, qty: 14 }, fan.token);

  test('no token is lost when buying, cancelling and listing again happen at once', async () => {
    const sellers = await Promise.all(times(4, () => lister(PRICE)));
    const buyers = await Promise.all(times(8, () => m.signUp()));
    const cancel = ({ fan, listingId }: (typeof sellers)[number]) =>
      m.call('cancelTokenListing', { listingId }, fan.token);
    const again = ({ fan }: (typeof sellers)[number]) =>
      m.call('listDatChainTokens', { blockId: `${PRICE}`, qty: 10 }, fan.token);
    const [orders] = await Promise.all([
      Promise.all(buyers.map(order)),
      ...sellers.flatMap((one) => [cancel(one), again(one), cancel(one)]),
    ]);
    const placed = orders.filter(isServed).map(({ body }) => body.result.orderId as string);
    for (const answer of orders.filter((one) => !isServed(one))) {
      expect(message(answer)).toMatch(/^Only \d+ tokens remain|^Minimum purchase is/);
    }
    const pages = await services().guards.listQueuePages();
    const listings = pages
      .filter(({ blockId }) => blockId === `${PRICE}`)
      .flatMap((page) => page.entries);
    const queued = listings.reduce((sum, { qty }) => sum + qty, 0);
    const reserved = listings.reduce((sum, one) => sum + one.reserved, 0);
    const held = await Promise.all(sellers.map(({ fan }) => tokensOf(fan)));
    expect(reserved).toBe(placed.length * 14);
    expect(held.reduce((sum, qty) => sum + qty, queued + reserved)).toBe(sellers.length * 20);
  });
});

test('[M-64] after these tests the books are clean', async () => {
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
});
