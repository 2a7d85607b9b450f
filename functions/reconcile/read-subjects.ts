import {
  readBlockGuard,
  readDatGuard,
  readUserGuard,
  readWorkHoldings,
} from '@datchain/shared/contracts/documents/guards.ts';
import { readOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type {
  DatGuard,
  Loss,
  UserGuard,
  WorkHoldings,
} from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { payoutSchema } from '@datchain/shared/domain/books/payout-schema.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import type { Data, DocumentStore } from '../stores/document-store.ts';
import { lossesIn } from '../stores/losses.ts';
import type { StoredWorks } from '../stores/works.ts';
import type { Truth } from './balances.ts';
import type { Subjects } from './subjects.ts';

type Store = Pick<DocumentStore, 'read'>;

const CONCURRENCY = 40;

/** Runs a read for each id, some at once. */
export async function readEach<Item, Result>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const all = [...items];
  const found: Result[] = [];
  for (let start = 0; start < all.length; start += CONCURRENCY) {
    found.push(...(await Promise.all(all.slice(start, start + CONCURRENCY).map(read))));
  }
  return found;
}

async function readAll<Result>(
  store: Store,
  ids: Iterable<string>,
  pathOf: (id: string) => string,
  parse: (data: Data, id: string) => Result | undefined,
): Promise<Result[]> {
  const all = [...new Set(ids)];
  const stored = await store.read(all.map(pathOf));
  return all.flatMap((id) => {
    const found = stored.get(pathOf(id));
    return found ? (parse(found.data, id) ?? []) : [];
  });
}

export async function readOrders(store: Store, ids: Iterable<string>): Promise<Order[]> {
  const all = [...new Set(ids)];
  const stored = await store.read(all.flatMap((id) => [docs.order(id), docs.orderParts(id)]));
  return all.flatMap((id) => {
    const order = stored.get(docs.order(id));
    return order ? readOrder(order.data, stored.get(docs.orderParts(id))?.data) : [];
  });
}

export const readPayouts = (store: Store, ids: Iterable<string>): Promise<Payout[]> =>
  readAll(store, ids, docs.payout, (data) => v.parse(payoutSchema, data));

export async function readLosses(store: Store, orderIds: Iterable<string>): Promise<Loss[]> {
  return (await readAll(store, orderIds, docs.loss, lossesIn)).flat();
}

const readDats = (store: Store, ids: Iterable<string>): Promise<DatGuard[]> =>
  readAll(store, ids, docs.datGuard, readDatGuard);

/** The truth about some subjects, and what their comparisons need besides. */
export interface TruthOfSubjects extends Truth {
  readonly orders: readonly Order[];
  /** The DATS of `dats` and those that the users have works of. */
  readonly allDats: readonly DatGuard[];
  /** The works of the users, and all holdings of the owners of `dats`. */
  readonly allWorks: StoredWorks;
}

type Needs = Pick<Services, 'store' | 'guards' | 'orders'>;

/** Reads guards; a user without one is empty. */
async function readUsers(store: Store, uids: readonly string[]): Promise<UserGuard[]> {
  const stored = await store.read(uids.map(docs.userGuard));
  return uids.map((uid) => readUserGuard(uid, stored.get(docs.userGuard(uid))?.data));
}

const workKey = ({ uid, datId }: { uid: string; datId: string }): string =>
  docs.workHoldings(uid, datId);

async function readWorksOf({ guards }: Needs, uids: readonly string[]): Promise<StoredWorks> {
  const found = await readEach(uids, (uid) => guards.listWorks(uid));
  return {
    works: found.flatMap(({ works }) => works),
    pages: found.flatMap(({ pages }) => pages),
  };
}

function readOwners(store: Store, dats: readonly DatGuard[]): Promise<WorkHoldings[]> {
  const paths = dats.flatMap((dat) =>
    dat.editions.map(({ ownerUid }) => docs.workHoldings(ownerUid, dat.id)),
  );
  return readAll(store, paths, (path) => path, readWorkHoldings);
}

async function readBlocks({ store, guards }: Needs, ids: ReadonlySet<string>) {
  const [blocks, pages, shelves] = await Promise.all([
    readAll(store, ids, docs.blockGuard, readBlockGuard),
    readEach(ids, (id) => guards.listQueuePages(id)),
    readEach(ids, (id) => guards.listQueueShelves(id)),
  ]);
  return { blocks, queuePages: pages.flat(), queueShelves: shelves.flat() };
}

/**
 * Reads the truth about some subjects by their ids. The users of the orders and payouts are read too, and the
 * payouts that the users name.
 */
export async function readSubjects(needs: Needs, subjects: Subjects): Promise<TruthOfSubjects> {
  const { store, guards } = needs;
  const orders = await readOrders(store, subjects.orders);
  const own = await readPayouts(store, subjects.payouts);
  const uids = [...new Set([...subjects.users, ...[...orders, ...own].map(({ uid }) => uid)])];
  const users = await readUsers(store, uids);
  const named = users.flatMap(({ openPayoutId }) => openPayoutId ?? []);
  const works = await readWorksOf(needs, uids);
  const dats = await readDats(store, subjects.dats);
  const known = new Set(dats.map(({ id }) => id));
  const others = works.works.map(({ datId }) => datId).filter((id) => !known.has(id));
  const owners = await readOwners(store, dats);
  return {
    orders,
    payouts: await readPayouts(store, [...own.map(({ id }) => id), ...named]),
    users,
    ...(await readBlocks(needs, subjects.blocks)),
    holding: await needs.orders.listHolding(),
    works,
    allWorks: {
      works: [...new Map([...works.works, ...owners].map((one) => [workKey(one), one])).values()],
      pages: works.pages,
    },
    dats,
    allDats: [...dats, ...(await readDats(store, others))],
    supply: await guards.supply(),
    books: await guards.books(),
  };
}
