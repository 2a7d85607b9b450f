import { setTimeout as sleep } from 'node:timers/promises';
import { readDatTotals } from '@datchain/shared/contracts/documents/guards.ts';
import { readMonthRecord } from '@datchain/shared/contracts/documents/month-record.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { shownDays } from '@datchain/shared/domain/streams/month-record.ts';
import { DAY_MILLIS, monthOf, utcDay } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { firstSeed } from '@datchain/testing/pure/tries.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { afterwards } from '@datchain/testing/server/afterwards.ts';
import { Tellers } from '@datchain/testing/server/bank.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { seeded } from '@datchain/testing/server/unreliable-store.ts';
import { expect, test } from 'vitest';
import { mintEntry } from './journal/entries/editions.ts';
import { issueTokensEntry, openingWalletEntry } from './journal/entries/tokens.ts';
import type { Entry } from './journal/entry.ts';
import { services } from './services.ts';

const m = market();
const c = cashOut(m);

const SECONDS = Number(process.env.BANK_SECONDS ?? scale(6, 60));
const PROCESSES = 8;
const OPERATIONS = scale(100, 200);
const SETTLED = scale(3, 6);

const write = <T>(entry: Entry<T>) => committed(services().books, entry);

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
  // Days before the works were minted: all of their streams belong to their creators.
  const now = Date.now() + (await m.clockOffset());
  const days = [2, 3, 4].map((ago) => utcDay(now - ago * DAY_MILLIS));
  await m.stripe('topup', { amount: 10_000_000 });
  return { uids: fans.map(({ uid }) => uid), blocks, dats, days };
}

const routes = [
  { method: 'POST', path: '/v1/checkout/sessions' },
  { method: 'GET', path: '/v1/checkout/sessions/*' },
  { method: 'POST', path: '/v1/checkout/sessions/*/expire' },
  { method: 'POST', path: '/v1/transfers' },
  { method: 'POST', path: '/v1/refunds' },
];
/** Few calls hang: each keeps its caller waiting for seconds. */
const kinds = ['500', '500', '500', 'reset', 'reset', 'reset', 'hang'];

async function breakStripe(random: () => number): Promise<void> {
  const route = routes[random() % routes.length];
  const kind = kinds[random() % kinds.length];
  const mode = random() % 2 ? 'after' : 'before';
  const times = kind === 'hang' ? 1 : 1 + (random() % 3);
  await m.stripe('faults', { ...route, kind, mode, times });
}

async function streamsOf({ dats, days }: { dats: readonly string[]; days: readonly string[] }) {
  const months = [...new Set(days.map(monthOf))];
  const recordOf = (id: string, month: string) => docs.monthRecord(id, 'spotify', month);
  const records = dats.flatMap((id) => months.map((month) => recordOf(id, month)));
  const totals = dats.map((id) => docs.datTotals(id));
  const found = await services().store.read([...records, ...totals]);
  return dats.map((id) => {
    const reported = months.flatMap((month) => {
      const record = found.get(recordOf(id, month));
      return record ? [...shownDays(readMonthRecord(record.data)).values()] : [];
    });
    const streams = reported.reduce((sum, day) => sum + day.streams, 0);
    const { streamMicros } = readDatTotals(found.get(docs.datTotals(id))?.data);
    return { published: streams * rates.streamMicros.spotify, booked: streamMicros };
  });
}

async function orderStates({ uids }: { uids: readonly string[] }): Promise<Map<string, number>> {
  const states = new Map<string, number>();
  for await (const page of services().orders.pages(500)) {
    for (const { state, uid } of page) {
      if (uids.includes(uid)) states.set(state, (states.get(state) ?? 0) + 1);
    }
  }
  return states;
}

test('[M-60] [M-25] [M-61] [M-66] eight processes, killed at any moment while Stripe fails, lose nothing, do nothing twice and leave nothing stuck', {
  timeout: (SECONDS + 240) * 1_000,
}, async () => {
  const world = await openMarket();
  const clockOffsetMillis = await m.clockOffset();
  const seed = firstSeed();
  console.log(`bank test: TRY_SEED=${seed}, ${SECONDS} s`);
  const tellers = new Tellers({ ...world, seed, clockOffsetMillis, stripe: m.addresses.stripe });
  await m.stripe('webhooks', { duplicate: 1, reorder: true });
  await Promise.all(Array.from({ length: PROCESSES }, () => tellers.open()));
  const random = seeded(seed);
  const end = Date.now() + SECONDS * 1_000;
  const isEnough = async () =>
    Date.now() >= end &&
    tellers.done >= OPERATIONS &&
    ((await orderStates(world)).get('settled') ?? 0) >= SETTLED;
  // A busy machine takes longer, and no process is killed before it did some work.
  for (let seen = 0; !(await isEnough()); ) {
    await breakStripe(random);
    if (tellers.done >= seen + 15) {
      seen = tellers.done;
      await tellers.killOldest();
    } else tellers.cutOff(random(), 200 + (random() % 1_500));
    await sleep(700);
  }
  await tellers.closeAll();
  await afterwards(m);

  const { differences } = await m.reconcile();
  expect(differences).toEqual([]);
  const states = await orderStates(world);
  const { done, killed, cut, crashed, counts } = tellers;
  console.log(`${done} done, ${killed} processes killed, ${cut} cut off`, counts, states);
  expect(crashed).toEqual([]);
  for (const { booked, published } of await streamsOf(world)) expect(booked).toBe(published);
  expect(states.get('reserved') ?? 0).toBe(0);
  expect(states.get('review') ?? 0).toBe(0);
  for (const uid of world.uids) {
    const user = await services().guards.user(uid);
    expect(user.openOrders).toEqual([]);
    expect(user.openPayoutId).toBeNull();
  }
});
