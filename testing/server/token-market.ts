import { makeBooks } from '@datchain/functions/journal/books.ts';
import { Door } from '@datchain/functions/journal/door.ts';
import { clawbackEntry, reinstateEntry } from '@datchain/functions/journal/entries/clawbacks.ts';
import { endOrderEntry } from '@datchain/functions/journal/entries/close-order.ts';
import { buyEditionEntry, mintEntry } from '@datchain/functions/journal/entries/editions.ts';
import { findOrder } from '@datchain/functions/journal/entries/order-documents.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { settleEntry } from '@datchain/functions/journal/entries/settle.ts';
import {
  issueTokensEntry,
  openingPoolEntry,
  queueTokensEntry,
  unqueueTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { projectOne } from '@datchain/functions/projector/projections.ts';
import { balancesOfGuards, compareBalances } from '@datchain/functions/reconcile/balances.ts';
import { compareQueues } from '@datchain/functions/reconcile/compare-queues.ts';
import {
  compareRefundedValue,
  listFaceFacts,
  ordersByEntry,
} from '@datchain/functions/reconcile/refunded-value.ts';
import { memoryStore } from '@datchain/functions/stores/memory-store.ts';
import { listingSchema } from '@datchain/shared/contracts/documents/listing.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Lot, UserGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { usdOfMicros } from '@datchain/shared/domain/money.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readBooksSnapshot, type Snapshot } from './books/snapshot.ts';
import { userDocuments } from './user-documents.ts';

const usd = (micros: UsdMicros): string => `$${usdOfMicros(micros)}`;
const lotText = ({ qty, blockId, orderId, faceMicros }: Lot): string =>
  `${qty} of ${blockId}${orderId ? ` (${orderId})` : ''} for ${usd(faceMicros)}`;

const some = (amounts: Readonly<Record<string, number | string>>): string[] =>
  Object.entries(amounts).flatMap(([name, amount]) =>
    amount === 0 || amount === '$0' || amount === '' ? [] : [`${name} ${amount}`],
  );

function userText(user: UserGuard): string {
  const earned = user.earnedDays.reduce((sum, day) => sum + day.totalMicros - day.spentMicros, 0);
  return [
    ...user.lots.map(lotText),
    ...some({
      change: usd(user.changeMicros),
      debt: usd(user.debtMicros),
      earned: usd(earned),
      rewards: user.rewardQty,
      awarded: user.awarded,
      claims: user.claims,
      listings: user.openListings.map(({ listingId }) => listingId).join('+'),
    }),
    ...user.missed.map(({ orderId, qty, faceMicros }) => {
      return `misses ${qty} of ${orderId} for ${usd(faceMicros)}`;
    }),
    ...(user.closedAt === undefined ? [] : ['closed']),
  ].join(', ');
}

const orderText = ({ state, refundedCents, takenBack }: Order): string =>
  [
    state,
    ...some({
      refunded: usd(refundedCents * 10_000),
      'taken back': takenBack.tokens,
      for: usd(takenBack.faceMicros),
      missing: takenBack.missing,
      charged: usd(takenBack.missingMicros ?? 0),
    }),
  ].join(', ');

function linesOf({ users, blocks, queuePages, orders, losses, books, supply }: Snapshot) {
  const queues = Map.groupBy(queuePages, ({ blockId }) => blockId);
  const { backingMicros, platformMicros, lostMicros } = books;
  const sums = { backing: backingMicros, platform: platformMicros, lost: lostMicros };
  return new Map([
    ...users.map((user) => [user.uid, userText(user)] as const),
    ...blocks.map(({ id, platformQty }) => [`stock of ${id}`, `${platformQty}`] as const),
    ...[...queues].map(([id, pages]) => {
      const entries = pages.flatMap((page) => page.entries);
      const texts = entries.map(({ listingId, qty, reserved, faceMicros }) =>
        [listingId, ...some({ has: qty, holds: reserved, for: usd(faceMicros) })].join(' '),
      );
      return [`queue of ${id}`, texts.join(', ')] as const;
    }),
    ...orders.map((order) => [`order ${order.id}`, orderText(order)] as const),
    ...losses.map(({ orderId, soldMicros, closedMicros }) => {
      const parts = some({ sold: usd(soldMicros), 'of a closed account': usd(closedMicros) });
      return [`loss of ${orderId}`, parts.join(', ')] as const;
    }),
    ...Object.entries(sums).map(([name, micros]) => [name, usd(micros)] as const),
    ['pool', usd(supply.poolMicros)] as const,
  ]);
}

/**
 * Makes blocks at 36 and 50 cents with stock, and people who buy in them; each step is recorded.
 */
export async function tokenMarket() {
  const store = memoryStore();
  for (const { path, data } of userDocuments(['ana', 'bo', 'cy', 'di', 'eve']))
    store.set(path, data);
  let now = Date.UTC(2026, 10, 20);
  const door = new Door(store, { now: () => now++ });
  const books = makeBooks(door, { project: async () => {}, projectEntry: async () => {} });
  const snapshot = () => readBooksSnapshot(store.all());
  const steps: string[] = [];
  let before = new Map<string, string>();

  async function commit(entry: Entry<unknown>): Promise<void> {
    const outcome = await books.commit(entry);
    const after = linesOf(snapshot());
    const names = [...new Set([...before.keys(), ...after.keys()])];
    const changed = names
      .filter((name) => before.get(name) !== after.get(name))
      .map((name) => `  ${name}: ${after.get(name) || 'nothing'}`);
    const refusal = isRefusal(outcome) ? [`  refused: ${outcome.message}`] : [];
    steps.push([entry.id, ...refusal, ...changed].join('\n'));
    before = after;
  }
  const order = (id: string): Order => {
    const found = findOrder((path) => store.all().get(path), id);
    if (!found) throw new Error(`there is no order ${id}`);
    return found;
  };
  const reserve = (orderId: string, uid: string, blockId: string, qty: number) =>
    commit(reserveEntry(uid, { orderId, blockId, qty, variant: 'block' }, 'https://x.test'));
  const settle = (orderId: string) =>
    commit(settleEntry(order(orderId), { sessionId: 'cs', paymentIntentId: `pi_${orderId}` }));
  const listing = (id: string) => v.parse(listingSchema, store.all().get(docs.listing(id)));
  await commit(issueTokensEntry('a', '36', 36, 1_000));
  await commit(issueTokensEntry('b', '50', 50, 1_000));
  await commit(openingPoolEntry(0, 100_000_000));
  steps.length = 0;
  return {
    store,
    commit,
    order,
    reserve,
    settle,
    wait: (millis: number) => {
      now += millis;
    },
    buy: async (orderId: string, uid: string, blockId: string, qty: number) => {
      await reserve(orderId, uid, blockId, qty);
      await settle(orderId);
    },
    lapse: (orderId: string) => commit(endOrderEntry(order(orderId), true)),
    list: (id: string, uid: string, cents: number, qty: number) =>
      commit(queueTokensEntry(id, uid, cents, qty)),
    cancel: async (id: string) => commit(unqueueTokensEntry(listing(id), listing(id).createdAt)),
    refund: (orderId: string, cents: number, id = `re_${orderId}`) =>
      commit(clawbackEntry(order(orderId), { id, kind: 'refund', cents })),
    dispute: (orderId: string, cents: number) =>
      commit(clawbackEntry(order(orderId), { id: `dp_${orderId}`, kind: 'dispute', cents })),
    win: (orderId: string, cents: number) =>
      commit(reinstateEntry(order(orderId), { id: `dp_${orderId}`, kind: 'dispute', cents })),
    spend: async (uid: string, priceCents: number) => {
      const edition = { datId: 'blue', number: 1, version: 1 };
      const mint = { datId: 'blue', creatorUid: 'cy', editions: 1, sharePpm: 25_000, priceCents };
      await commit(mintEntry(mint));
      await commit(buyEditionEntry(edition, uid, priceCents));
    },
    shown: (uid: string) =>
      projectOne(`user:${uid}`, (path) => store.all().get(path), {
        of: () => ({ id: uid, name: uid }),
      } as never),
    effects: () => `\n${steps.join('\n')}\n`,
    lines: () => linesOf(snapshot()),
    findings: () => {
      const truth = snapshot();
      const byEntry = ordersByEntry(truth.orders);
      const facts = truth.entries.flatMap((entry) => listFaceFacts(entry, byEntry));
      return [
        ...compareBalances(truth.postings, balancesOfGuards(truth)),
        ...compareQueues(truth),
        ...compareRefundedValue(facts, truth.orders, truth),
      ];
    },
  };
}

export type Market = Awaited<ReturnType<typeof tokenMarket>>;
export type Steps = (market: Market) => Promise<void>;

/**
 * Plays steps and compares their effects with a snapshot. Check each change of the snapshot,
 * because it is the proof.
 */
export function play(title: string, ...parts: readonly Steps[]): void {
  test(title, async () => {
    const market = await tokenMarket();
    for (const part of parts) await part(market);
    expect(market.effects()).toMatchSnapshot();
    expect(market.findings()).toEqual([]);
  });
}

/** Offers Ana's 100 tokens, issued for $36, at 98 cents. */
export const anasOffer: Steps = async (m) => {
  await m.buy('first', 'ana', '36', 100);
  await m.list('offer', 'ana', 98, 100);
};
