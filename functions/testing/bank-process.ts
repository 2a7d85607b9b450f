/** A server process of the bank test: does random things for random users until it is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { setClockOffset } from '../clock.ts';
import { cancelListing, purchase, setForSale } from '../editions/trade.ts';
import { cancelOrder, orderStatus } from '../orders/order-status.ts';
import { startOrder } from '../orders/start-order.ts';
import { processPayout } from '../payouts/process-payout.ts';
import { services } from '../services.ts';
import { claim } from '../tokens/claim.ts';
import { cancelTokens, listTokens } from '../tokens/listings.ts';
import type { BankWorld } from './bank.ts';
import { seeded } from './unreliable-store.ts';

const world: BankWorld = JSON.parse(process.argv[2] ?? '{}');
setClockOffset(world.clockOffsetMs);
const random = seeded(world.seed);
const pick = <T>(from: readonly T[]): T => from[random() % from.length] as T;
const all = services();

const counts: Record<string, number> = {};
const openOrders: { uid: string; orderId: string; url: string }[] = [];
const listings: { uid: string; listingId: string }[] = [];

async function pay(url: string): Promise<void> {
  const body = JSON.stringify({ sessionId: url.split('/').at(-1) });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${world.stripe}/_test/pay`, { method: 'POST', headers, body });
}

async function buyTokens(uid: string): Promise<void> {
  const input = {
    blockId: pick(world.blocks),
    qty: 30 + (random() % 60),
    variant: 'block',
  } as const;
  const link = await startOrder(all, uid, input);
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

/** Money back to the card, as a support desk does it in Stripe's dashboard. */
async function refund(): Promise<void> {
  const { data: payments } = await all.stripe.paymentIntents.list({ limit: 20 });
  const payment = payments.at(random() % Math.max(1, payments.length));
  if (payment?.status !== 'succeeded') return;
  await all.stripe.refunds.create({ payment_intent: payment.id, amount: 100 + (random() % 900) });
}

const operations: readonly [weight: number, run: (uid: string) => Promise<unknown>][] = [
  [6, buyTokens],
  [4, lookAtOrder],
  [8, trade],
  [3, queue],
  [2, (uid) => claim(all, uid)],
  [3, (uid) => processPayout(all, uid, { payoutAmount: 25, source: 'credits' })],
  [1, (uid) => processPayout(all, uid, { payoutAmount: 25, source: 'tokens' })],
  [1, refund],
];
const deck = operations.flatMap(([weight, run]) => Array.from({ length: weight }, () => run));

async function customer(): Promise<void> {
  while (process.connected) {
    const run = pick(deck);
    try {
      await run(pick(world.uids));
      counts.done = (counts.done ?? 0) + 1;
    } catch {
      // Stripe is down, the books are slow, or the answer got lost: as a person, one goes on.
      counts.failed = (counts.failed ?? 0) + 1;
      await sleep(20);
    }
    process.send?.(counts);
  }
}

process.on('disconnect', () => process.exit());
await Promise.all(Array.from({ length: 3 }, customer));
