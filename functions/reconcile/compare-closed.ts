import { docs } from '@datchain/shared/contracts/paths.ts';
import type { UserGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { usdOfMicros } from '@datchain/shared/domain/money.ts';
import type { Services } from '../services.ts';

type Store = Services['store'];

const BATCH_SIZE = 300;

/** Lists the users without a user document: their account is closed and its person erased. */
async function listErased(store: Store, uids: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  for (let start = 0; start < uids.length; start += BATCH_SIZE) {
    const some = uids.slice(start, start + BATCH_SIZE);
    const found = await store.read(some.map(docs.user));
    gone.push(...some.filter((uid) => !found.has(docs.user(uid))));
  }
  return gone;
}

async function compareNotifications(store: Store, uid: string): Promise<string[]> {
  const [notifications, mails] = await Promise.all([
    store.list(docs.notifications(uid), { limit: 1 }),
    store.list(docs.mails, { limit: 1, where: { field: 'uid', is: uid } }),
  ]);
  return notifications.length + mails.length > 0
    ? [`user ${uid}: a closed account has notifications`]
    : [];
}

/**
 * Checks closed accounts: what their payments take back is a named loss, and their notifications are
 * erased (N-MON-22).
 *
 * @returns the differences as text
 */
export async function compareClosed(
  { store }: Pick<Services, 'store'>,
  users: readonly UserGuard[],
  orders: readonly Order[],
): Promise<string[]> {
  const owing = users.filter(({ debtMicros }) => debtMicros > 0);
  const returned = orders.filter(({ refundedCents }) => refundedCents > 0);
  const uids = new Set([...owing, ...returned].map(({ uid }) => uid));
  const gone = await listErased(store, [...uids]);
  const notified = await Promise.all(gone.map((uid) => compareNotifications(store, uid)));
  return [
    ...owing
      .filter(({ uid }) => gone.includes(uid))
      .map(
        ({ uid, debtMicros }) =>
          `user ${uid}: the account is closed and owes $${usdOfMicros(debtMicros)}, which is no named loss`,
      ),
    ...notified.flat(),
  ];
}
