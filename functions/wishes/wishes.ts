import type { tellWhenForSale, WishState } from '@datchain/shared/contracts/calls/wish.ts';
import type { Wished } from '@datchain/shared/contracts/documents/notification.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { endOfDay, utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import * as v from 'valibot';
import { log } from '../log.ts';
import { notificationDocuments } from '../mail/notification-documents.ts';
import type { Services } from '../services.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'guards' | 'wishes' | 'releases'>;

/** A stored wish; `at` is its time, or the earliest time at which the user may be notified. */
const wishSchema = v.object({ datId: v.string(), uid: v.string(), at: v.number() });

const canBuy = ({ takenDown, editions }: DatGuard, uid: string): boolean =>
  !takenDown &&
  editions.some(({ askPriceCents, ownerUid }) => askPriceCents !== null && ownerUid !== uid);

const isWished = async ({ store }: Pick<Needs, 'store'>, path: string): Promise<boolean> =>
  (await store.read([path])).has(path);

/** Returns the id of the news: each user is notified once per work and day (N-PPL-20). */
const newsId = (datId: string, at: Millis): string => `wish:${datId}:${utcDay(at)}`;

/** Stores a wish; for a user who was notified today already, it starts tomorrow. */
async function saveWish(
  { store, clock }: Needs,
  path: string,
  wish: { datId: string; uid: string },
) {
  const now = clock.now();
  const mail = docs.mail(newsId(wish.datId, now), wish.uid);
  await retryOnConflict(alwaysLate('this wish'), async () => {
    const found = await store.read([path, mail]);
    if (found.has(path)) return 'written';
    const at = found.has(mail) ? endOfDay(utcDay(now)) : now;
    return store.write({ create: [{ path, data: { ...wish, at } }] });
  });
}

async function removeWish({ store }: Needs, path: string): Promise<void> {
  await retryOnConflict(alwaysLate('this wish'), async () => {
    const stored = (await store.read([path])).get(path);
    return stored ? store.write({ remove: [{ path, version: stored.version }] }) : 'written';
  });
}

/**
 * Sets or removes a wish, which sends a notification once an edition of a DAT is for sale (N-PPL-13).
 * While one is for sale, no wish is stored.
 */
export async function wish(
  services: Needs,
  uid: string,
  { datId, isWanted }: v.InferOutput<typeof tellWhenForSale.input>,
): Promise<WishState | Refusal> {
  const path = docs.wish(datId, uid);
  const before = await services.guards.findDat(datId);
  if (!before) return refuse('not-found', 'DAT not found');
  if (isWanted === false) await removeWish(services, path);
  if (isWanted && !canBuy(before, uid)) {
    await saveWish(services, path, { datId, uid });
    // Somebody who listed one meanwhile looked for wishes before this one existed.
    await notifyWishes(services, datId);
  }
  const now = await services.guards.findDat(datId);
  const release = await services.releases.find(datId);
  return {
    isWanted: await isWished(services, path),
    isForSale: now !== undefined && canBuy(now, uid),
    song: release?.songName ?? datId,
  };
}

const BATCH_SIZE = 40;

/**
 * Notifies the user of a wish and removes the wish in the same write, so that it happens once.
 *
 * @returns whether the user was notified
 */
async function notifyOne({ store, clock }: Needs, path: string, dat: DatGuard): Promise<boolean> {
  const stored = (await store.read([path])).get(path);
  if (!stored) return false;
  const { uid, datId } = v.parse(wishSchema, stored.data);
  if (!canBuy(dat, uid)) return false;
  const now = clock.now();
  const news: Wished = { kind: 'for-sale', at: now, datId };
  const create = notificationDocuments(newsId(datId, now), uid, news);
  const written = await store.write({ create, remove: [{ path, version: stored.version }] });
  return written === 'written';
}

/**
 * Notifies the users who wait for a DAT that an edition is for sale, if one is.
 *
 * @returns how many were notified; after `most`, the job notifies the others
 */
export async function notifyWishes(
  services: Needs,
  datId: string,
  most = BATCH_SIZE,
): Promise<number> {
  const dat = await services.guards.findDat(datId);
  const isAnyForSale = dat?.editions.some(({ askPriceCents }) => askPriceCents !== null);
  if (!dat || dat.takenDown || !isAnyForSale) return 0;
  const paths = await services.wishes.of(datId, services.clock.now(), most);
  const notified = await Promise.all(paths.map((path) => notifyOne(services, path, dat)));
  return notified.filter(Boolean).length;
}

/** Notifies the users with wishes after an edition was listed, and only logs a failure: the job retries. */
export async function tryNotifyWishes(services: Needs, datId: string): Promise<void> {
  try {
    await notifyWishes(services, datId);
  } catch (error) {
    log.warn('Not everyone was notified yet that one is for sale', { datId, error: String(error) });
  }
}

/**
 * Notifies everyone who still waits for an edition that is for sale: after a crash or a restoration,
 * or when there were too many.
 */
export async function notifyAllWishes(services: Needs): Promise<number> {
  let notified = 0;
  for (const datId of await services.wishes.dats()) {
    for (;;) {
      const some = await notifyWishes(services, datId, BATCH_SIZE * 5);
      notified += some;
      if (some < BATCH_SIZE * 5) break;
    }
  }
  return notified;
}
