import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect, test } from 'vitest';
import { mintEntry } from './journal/entries/editions.ts';
import { issueTokensEntry, openingWalletEntry } from './journal/entries/tokens.ts';
import type { Entry } from './journal/entry.ts';
import { services } from './services.ts';
import { Tellers } from './testing/bank.ts';
import { cashOut } from './testing/cash-out.ts';
import { type Fan, market } from './testing/market.ts';

const m = market();
const c = cashOut(m);

/** How long the processes run; `BANK_SECONDS=60` for the long version. */
const SECONDS = Number(process.env.BANK_SECONDS ?? 20);
const PROCESSES = 8;

async function write(entry: Entry): Promise<void> {
  const written = await services().books.commit(entry);
  if (isRefusal(written)) throw new Error(written.message);
}

/** Fans with tokens, some with earnings and a payout account; blocks and DATS to trade. */
async function openMarket() {
  const fans: Fan[] = [];
  for (let n = 0; n < 12; n++) {
    const fan = await m.signUp();
    fans.push(fan);
    const lot = { blockId: '50', priceCents: 50, qty: 400, faceMicros: 200_000_000 };
    const opening = { uid: fan.uid, lots: [lot], spendCents: 60_000, rewardQty: 0, earnedDays: [] };
    await write(openingWalletEntry(opening));
    if (n % 3 === 0) {
      await c.setUp(fan);
      await c.earn(fan, { 9: 80 });
    }
  }
  const blocks = ['61', '62', '63'];
  for (const id of blocks) await write(issueTokensEntry(`bank-${id}`, id, Number(id), 900));
  const dats = fans.slice(0, 4).map(({ uid }) => `bank-${uid}`);
  for (const [index, datId] of dats.entries()) {
    const creatorUid = fans[index]?.uid ?? '';
    await write(mintEntry({ datId, creatorUid, editions: 3, priceCents: 1_000, sharePpm: 25_000 }));
  }
  return { uids: fans.map(({ uid }) => uid), blocks, dats };
}

const routes = [
  { method: 'POST', path: '/v1/checkout/sessions' },
  { method: 'GET', path: '/v1/checkout/sessions/*' },
  { method: 'POST', path: '/v1/checkout/sessions/*/expire' },
  { method: 'POST', path: '/v1/transfers' },
  { method: 'POST', path: '/v1/refunds' },
];
const kinds = ['500', 'reset', 'reset'];

/** A few calls of every kind go wrong, before or after their effect. */
async function breakStripe(round: number): Promise<void> {
  const route = routes[round % routes.length];
  const kind = kinds[round % kinds.length];
  await m.stripe('faults', { ...route, kind, mode: round % 2 ? 'after' : 'before', times: 3 });
}

/** What the jobs do in the hours after: everything that was left open is brought to its end. */
async function afterwards(): Promise<void> {
  await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
  await m.stripe('webhooks/settle', { timeoutMs: 30_000 });
  const jobs = [
    'expireOrdersJob',
    'reconcilePayoutsJob',
    'sweepPaymentsJob',
    'sweepProjectionsJob',
  ];
  for (const minutes of [2, 40]) {
    await m.shiftClock(minutes * 60_000);
    for (const job of jobs) await m.runScheduled(job);
  }
}

test('eight processes, killed at any moment, with a Stripe that fails: nothing lost, doubled, negative or stuck', {
  timeout: (SECONDS + 240) * 1_000,
}, async () => {
  const world = await openMarket();
  const clockOffsetMs = await m.clockOffset();
  const seed = Number(process.env.BANK_SEED ?? Math.floor(Math.random() * 1e6));
  console.log(`bank test: seed ${seed}, ${SECONDS} s`);
  const tellers = new Tellers({ ...world, seed, clockOffsetMs, stripe: m.addresses.stripe });
  await m.stripe('webhooks', { duplicate: 1, reorder: true });
  await Promise.all(Array.from({ length: PROCESSES }, () => tellers.open()));
  const end = Date.now() + SECONDS * 1_000;
  for (let round = 0; Date.now() < end; round++) {
    await breakStripe(round);
    await sleep(1_500);
    await tellers.killOldest();
  }
  await tellers.closeAll();
  await m.stripe('webhooks', { duplicate: 0, reorder: false });
  await afterwards();

  const { differences } = await m.reconcile();
  expect(differences).toEqual([]);
  const states = new Map<string, number>();
  for await (const page of services().orders.pages(500)) {
    for (const { state, uid } of page) {
      if (world.uids.includes(uid)) states.set(state, (states.get(state) ?? 0) + 1);
    }
  }
  console.log(`${tellers.done} done, ${tellers.failed} failed, ${tellers.killed} killed`, states);
  expect(states.get('reserved') ?? 0).toBe(0);
  expect(states.get('review') ?? 0).toBe(0);
  expect(states.get('settled') ?? 0).toBeGreaterThan(5);
  for (const uid of world.uids) {
    const user = await services().guards.user(uid);
    expect(user.openOrders).toEqual([]);
    expect(user.openPayoutId).toBeNull();
  }
});
