import type { QueuePage, QueueShelf } from '@datchain/shared/contracts/documents/guards.ts';
import type {
  BlockGuard,
  Books,
  DatGuard,
  QueueEntry,
  SupplyGuard,
  UserGuard,
} from '@datchain/shared/domain/books/guards.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { isOpenPayout, type Payout } from '@datchain/shared/domain/books/payouts.ts';
import { accounts } from '@datchain/shared/domain/books/postings.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import type { StoredWorks } from '../stores/works.ts';

/** Balances by `account asset`, whole numbers; accounts at zero are left out. */
export type Balances = Map<string, number>;

export function addTo(balances: Balances, account: string, asset: string, delta: number): void {
  const key = `${account} ${asset}`;
  const sum = (balances.get(key) ?? 0) + delta;
  if (sum === 0) balances.delete(key);
  else balances.set(key, sum);
}

export interface Truth {
  readonly users: readonly UserGuard[];
  readonly blocks: readonly BlockGuard[];
  readonly queuePages: readonly QueuePage[];
  readonly queueShelves: readonly QueueShelf[];
  readonly holding: readonly Order[];
  readonly works: StoredWorks;
  readonly dats: readonly DatGuard[];
  readonly payouts: readonly Payout[];
  readonly supply: SupplyGuard;
  readonly books: Books;
}

/** Lists the entries of all queues, including queues not yet moved into pages. */
export function listingsIn({
  blocks,
  queuePages,
}: Pick<Truth, 'blocks' | 'queuePages'>): { blockId: string; entry: QueueEntry }[] {
  const unmoved = blocks.flatMap(({ id, queue }) =>
    [...queue.pages.values()].map((entries) => ({ blockId: id, entries })),
  );
  return [...queuePages, ...unmoved].flatMap(({ blockId, entries }) =>
    entries.map((entry) => ({ blockId, entry })),
  );
}

export function balancesOfGuards(truth: Truth): Balances {
  const { users, blocks, holding, payouts, supply, books } = truth;
  const balances: Balances = new Map();
  const add = (account: string, asset: string, amount: number) =>
    addTo(balances, account, asset, amount);
  for (const user of users) {
    for (const lot of user.lots) {
      add(accounts.user(user.uid), 'TOKEN', lot.qty);
      add(accounts.user(user.uid), 'FACE', lot.faceMicros);
    }
    add(accounts.user(user.uid), 'FACE', user.changeMicros);
    for (const day of user.earnedDays) {
      add(accounts.owed(user.uid), 'USD', day.totalMicros - day.spentMicros);
    }
    add(accounts.user(user.uid), 'REWARD', user.rewardQty);
    add(accounts.debt(user.uid), 'USD', -user.debtMicros);
  }
  for (const block of blocks) {
    add(accounts.block(block.id), 'TOKEN', block.platformQty);
  }
  for (const { blockId, entry } of listingsIn(truth)) {
    add(accounts.queue(blockId), 'TOKEN', entry.qty);
    add(accounts.queue(blockId), 'FACE', entry.faceMicros);
  }
  for (const order of holding) {
    for (const part of order.parts) {
      add(accounts.order(order.id), 'TOKEN', part.qty);
      if (part.source !== PLATFORM) add(accounts.order(order.id), 'FACE', part.faceMicros);
    }
  }
  for (const { id, amountCents, qty } of payouts.filter(isOpenPayout)) {
    add(accounts.payout(id), 'USD', centsToMicros(amountCents));
    add(accounts.payout(id), 'REWARD', qty);
  }
  add(accounts.pool, 'USD', supply.poolMicros);
  add(accounts.backing, 'USD', books.backingMicros);
  add(accounts.platform, 'USD', books.platformMicros);
  add(accounts.losses, 'USD', 0 - books.lostMicros);
  add(accounts.promised, 'USD', 0 - books.promisedMicros);
  add(accounts.streamsDue, 'USD', books.streamsDueMicros);
  return balances;
}

const isOutside = (key: string): boolean => key.startsWith('world:');

const ofPlatform = [accounts.platform, accounts.losses, accounts.promised, accounts.streamsDue];

/**
 * Whether an account may be negative. Debts, losses and promises for streams are money the platform does not
 * have, its own account pays Stripe's fees, and corrections of streams are shared before they are taken back.
 * No operation may overdraw any other account.
 */
const mayBeBelowZero = (key: string): boolean =>
  key.startsWith('debt:') || ofPlatform.some((account) => key === `${account} USD`);

export function compareBalances(postings: Balances, guards: Balances): string[] {
  const keys = new Set([...postings.keys(), ...guards.keys()].filter((key) => !isOutside(key)));
  return [...keys].sort().flatMap((key) => {
    const posted = postings.get(key) ?? 0;
    const held = guards.get(key) ?? 0;
    if (posted !== held) return [`${key}: the postings sum to ${posted}, the guard says ${held}`];
    return held < 0 && !mayBeBelowZero(key) ? [`${key}: is below zero (${held})`] : [];
  });
}

export function compareReservations(truth: Pick<Truth, 'blocks' | 'queuePages' | 'holding'>) {
  const { blocks, holding } = truth;
  const held = new Map<string, number>();
  for (const order of holding) {
    for (const part of order.parts) {
      const key = `${order.blockId} ${part.source}`;
      held.set(key, (held.get(key) ?? 0) + part.qty);
    }
  }
  const counted = new Map<string, number>();
  for (const block of blocks) counted.set(`${block.id} ${PLATFORM}`, block.platformReserved);
  for (const { blockId, entry } of listingsIn(truth)) {
    counted.set(`${blockId} ${entry.listingId}`, entry.reserved);
  }
  const keys = new Set([...held.keys(), ...counted.keys()]);
  return [...keys].sort().flatMap((key) => {
    const inOrders = held.get(key) ?? 0;
    const inBlock = counted.get(key) ?? 0;
    return inOrders === inBlock
      ? []
      : [`block ${key}: orders hold ${inOrders}, the block counts ${inBlock}`];
  });
}
