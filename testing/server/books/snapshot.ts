import { addTo, type Balances, type Truth } from '@datchain/functions/reconcile/balances.ts';
import type { Data } from '@datchain/functions/stores/document-store.ts';
import { lossesIn } from '@datchain/functions/stores/losses.ts';
import { storedWorks } from '@datchain/functions/stores/works.ts';
import { readBooks } from '@datchain/shared/contracts/documents/books.ts';
import {
  readBlockGuard,
  readDatGuard,
  readQueuePage,
  readQueueShelf,
  readSupplyGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { readOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Loss } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { payoutSchema } from '@datchain/shared/domain/books/payout-schema.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import * as v from 'valibot';

interface Recorded {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  /** A uid, or 'system'. */
  readonly actor: string;
  readonly postings: readonly Posting[];
}

interface Movement {
  readonly uid: string;
  readonly entryId: string;
  readonly data: Data;
}

export interface Snapshot extends Truth {
  readonly entries: readonly Recorded[];
  readonly movements: readonly Movement[];
  /** Notifications and e-mails by path. */
  readonly notifications: ReadonlyMap<string, Data>;
  /** DAT events with their entries, in the order of writing if the store keeps it. */
  readonly events: readonly { readonly entryId: string; readonly event: DatEvent }[];
  /** The statement lines of everyone, by path. */
  readonly lines: ReadonlyMap<string, Data>;
  readonly orders: readonly Order[];
  readonly payouts: readonly Payout[];
  readonly losses: readonly Loss[];
  readonly debts: ReadonlyMap<string, number>;
  readonly postings: Balances;
}

/** @throws if a document does not fit its schema: no amount may be fractional or negative */
export function readBooksSnapshot(all: ReadonlyMap<string, Data>): Snapshot {
  const under = (prefix: string) =>
    [...all].flatMap(([path, data]) =>
      path.startsWith(prefix) ? [{ id: path.slice(prefix.length), data }] : [],
    );
  const entries = under('journal/').map(({ id, data }) => ({ id, ...data }) as unknown as Recorded);
  const postings: Balances = new Map();
  for (const { account, asset, delta } of entries.flatMap((entry) => entry.postings)) {
    addTo(postings, account, asset, delta);
  }
  const orders = under('orders/').map(({ id, data }) =>
    readOrder(data, all.get(docs.orderParts(id))),
  );
  const movements = under('users/').flatMap(({ id, data }) => {
    const [uid = '', collection, entryId = ''] = id.split('/');
    return collection === 'movements' ? [{ uid, entryId, data }] : [];
  });
  return {
    entries,
    movements,
    notifications: new Map(
      [...all].filter(([path]) => /^users\/[^/]+\/notifications\/|^mails\//.test(path)),
    ),
    events: under('datEvents/').map(({ id, data }) => ({
      entryId: id.slice(0, id.lastIndexOf(':')),
      event: data as unknown as DatEvent,
    })),
    lines: new Map([...all].filter(([path]) => /^users\/[^/]+\/earnings\//.test(path))),
    orders,
    payouts: under('payouts/').map(({ data }) => v.parse(payoutSchema, data)),
    losses: under('losses/').flatMap(({ data }) => lossesIn(data)),
    debts: new Map(under('debts/').map(({ id, data }) => [id, Number(data.debtMicros)])),
    postings,
    users: under('guards/user:').map(({ id, data }) => readUserGuard(id, data)),
    blocks: under('guards/block:').flatMap(({ data }) => readBlockGuard(data) ?? []),
    queuePages: under('guards/queuePage:').map(({ data }) => readQueuePage(data)),
    queueShelves: under('guards/queueShelf:').map(({ data }) => readQueueShelf(data)),
    holding: orders.filter(({ state }) => state === 'reserved' || state === 'review'),
    works: storedWorks(
      under('guards/holdings:').map(({ data }) => data),
      under('guards/works:').map(({ data }) => data),
    ),
    dats: under('dats/').flatMap(({ data }) => readDatGuard(data) ?? []),
    supply: readSupplyGuard(all.get(docs.supplyGuard)),
    books: readBooks((path) => all.get(path)),
  };
}
