/**
 * A server process of the bank test: runs random operations for random users until it is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { setClockOffset } from '@datchain/functions/clock.ts';
import { cancelListing, purchase, setForSale } from '@datchain/functions/editions/trade.ts';
import { cancelOrder, orderStatus } from '@datchain/functions/orders/order-status.ts';
import { startOrder } from '@datchain/functions/orders/start-order.ts';
import { processPayout } from '@datchain/functions/payouts/process-payout.ts';
import { services } from '@datchain/functions/services.ts';
import { distributeStreams } from '@datchain/functions/streams/distribute-streams.ts';
import { claim } from '@datchain/functions/tokens/claim.ts';
import { cancelTokens, listTokens } from '@datchain/functions/tokens/listings.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { BankWorld } from './bank.ts';
import { putInMonthRecord } from './stream-runs.ts';
import { seeded } from './unreliable-store.ts';

const world: BankWorld = JSON.parse(process.argv[2] ?? '{}');
setClockOffset(world.clockOffsetMillis);
const random = seeded(world.seed);
const pick = <T>(from: readonly T[]): T => from[random() % from.length] as T;
const all = services();

const openOrders: { uid: string; orderId: string; url: string }[] = [];
const listings: { uid: string; listingId: string }[] = [];

async function knob(name: string, input: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${world.stripe}/_test/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  });
}

const pay = (url: string) => knob('pay', { sessionId: url.split('/').at(-1) });

async function someEdition() {
  const dat = await all.guards.findDat(pick(world.dats));
  const offered = dat?.editions.find(({ askPriceCents }) => askPriceCents !== null);
  if (!dat || !offered) return {};
  const expectedPrice = (offered.askPriceCents ?? 0) / 100;
  return { edition: { datId: dat.id, editionNumber: offered.number, expectedPrice } };
}

async function buyTokens(uid: string): Promise<void> {
  const tokens = {
    blockId: pick(world.blocks),
    qty: 30 + (random() % 60),
    variant: 'block',
  } as const;
  const link = await startOrder(all, uid, {
    ...tokens,
    ...(random() % 2 === 0 ? await someEdition() : {}),
  });
  if (isRefusal(link)) return;
  openOrders.push({ uid, ...link });
  if (random() % 4 > 0) await pay(link.url);
}

async function lookAtOrder(): Promise<void> {
  const order = openOrders.shift();
  if (!order) return;
  if (random() % 3 === 0) await cancelOrder(all, order.uid, order.orderId);
  else await orderStatus(all, order.uid, order.orderId);
}

async function trade(uid: string): Promise<void> {
  const dat = await all.guards.findDat(pick(world.dats));
  if (!dat) return;
  const edition = pick(dat.editions);
  const input = { datId: dat.id, editionNumber: edition.number };
  const owned = dat.editions.find(({ ownerUid }) => ownerUid === uid);
  if (owned && random() % 2 === 0) {
    const own = { datId: dat.id, editionNumber: owned.number };
    if (random() % 3 === 0) await cancelListing(all, uid, own);
    else await setForSale(all, uid, { ...own, newPrice: (owned.priceCents + 100) / 100 });
    return;
  }
  await purchase(all, uid, { ...input, expectedPrice: (edition.askPriceCents ?? 0) / 100 });
}

async function queue(uid: string): Promise<void> {
  const listing = listings.length > 5 ? listings.shift() : undefined;
  if (listing) {
    await cancelTokens(all, listing.uid, listing);
    return;
  }
  const listed = await listTokens(all, uid, {
    blockId: pick(world.blocks),
    qty: 5 + (random() % 20),
  });
  if (!isRefusal(listed)) listings.push({ uid, ...listed });
}

async function somePayment() {
  const { data: payments } = await all.stripe.paymentIntents.list({ limit: 20 });
  return payments.filter(({ status }) => status === 'succeeded').at(random() % 20);
}

async function refund(): Promise<void> {
  const payment = await somePayment();
  if (!payment) return;
  await all.stripe.refunds.create({ payment_intent: payment.id, amount: 100 + (random() % 900) });
}

async function dispute(): Promise<void> {
  const { data: disputes } = await all.stripe.disputes.list({ limit: 20 });
  const open = disputes.find(({ status }) => status === 'needs_response');
  if (open && random() % 2 === 0) {
    await knob('disputes/close', { dispute: open.id, status: pick(['won', 'lost']) });
    return;
  }
  const payment = await somePayment();
  if (payment) await knob('disputes', { paymentIntent: payment.id });
}

async function publish(): Promise<void> {
  const [datId, day, streams] = [pick(world.dats), pick(world.days), random() % 1_000_000];
  await putInMonthRecord(all.store, { datId, platform: 'spotify', day, streams });
}

const operations: Record<
  string,
  readonly [weight: number, run: (uid: string) => Promise<unknown>]
> = {
  'buy tokens': [6, buyTokens],
  'look at an order': [4, lookAtOrder],
  'trade editions': [8, trade],
  'queue tokens': [3, queue],
  'claim rewards': [2, (uid) => claim(all, uid)],
  'cash out credits': [
    3,
    (uid) => processPayout(all, uid, { payoutAmount: 25, source: 'credits' }),
  ],
  'cash out rewards': [1, (uid) => processPayout(all, uid, { payoutAmount: 25, source: 'tokens' })],
  refund: [1, refund],
  dispute: [1, dispute],
  'publish streams': [2, publish],
  'share streams': [1, () => distributeStreams(all)],
};
const deck = Object.entries(operations).flatMap(([name, [weight, run]]) =>
  Array.from({ length: weight }, () => ({ name, run })),
);

async function customer(): Promise<void> {
  while (process.connected) {
    const { name, run } = pick(deck);
    let outcome = name;
    try {
      await run(pick(world.uids));
    } catch {
      // Stripe is down, the books are slow, or the answer was lost: like a person, continue.
      outcome = 'failed';
      await sleep(20);
    }
    process.send?.(outcome);
  }
}

process.on('disconnect', () => process.exit());
await Promise.all(Array.from({ length: 3 }, customer));
