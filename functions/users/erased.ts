import type { Closure } from '@datchain/shared/contracts/documents/closure.ts';
import { erasedSchema } from '@datchain/shared/contracts/documents/erased.ts';
import { docs, live as livePaths } from '@datchain/shared/contracts/paths.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { pages } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { ownLiveValues, places } from './places.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'files' | 'live'>;

type Erased = Pick<Closure, 'uid' | 'works'>;

/** The lifetime of a tombstone: longer than any token of the account (an hour) and any upload that it began. */
const TOMBSTONE_LIFETIME_MILLIS = DAY_MILLIS;
const BATCH_SIZE = 300;

/**
 * Writes the tombstone of an erased user, for the rules of all three stores: from then on their tokens can write
 * nothing (N-PPL-15). Must run before anything is deleted. A repeated call changes nothing.
 */
export async function writeTombstone(
  { store, live, clock }: Needs,
  { uid, works }: Erased,
): Promise<void> {
  const data = { uid, at: clock.now(), works };
  await store.write({ create: [{ path: docs.erased(uid), data }] });
  await live.patch({ [livePaths.erased(uid)]: true });
}

/** Tells whether erasing a user has begun, which cannot be undone. */
export const hasTombstone = async (
  { store }: Pick<Needs, 'store'>,
  uid: string,
): Promise<boolean> => (await store.read([docs.erased(uid)])).has(docs.erased(uid));

/**
 * Deletes the documents that `places` lists as erased, and those `on-works` if the user released no
 * works. The closure and the tombstone stay.
 */
export async function eraseDocuments(
  { store }: Pick<Needs, 'store'>,
  { uid, works }: Erased,
): Promise<void> {
  const goes = new Set(works > 0 ? ['erased'] : ['erased', 'on-works']);
  for (const { end, find } of places) {
    if (!goes.has(end) || !find) continue;
    await retryOnConflict(alwaysLate('this account'), async () => {
      const found = (await find(store, uid)).filter(({ path }) => path !== docs.closure(uid));
      for (let start = 0; start < found.length; start += BATCH_SIZE) {
        const remove = found.slice(start, start + BATCH_SIZE);
        if ((await store.write({ remove })) === 'conflict') return 'conflict';
      }
      return 'written';
    });
  }
}

export async function eraseFiles({ files, live }: Needs, uid: string): Promise<void> {
  await files.remove(profilePicturePath(uid));
  await live.patch(Object.fromEntries(ownLiveValues(uid).map((path) => [path, null])));
}

/**
 * Removes the tombstones that outlived every token. An upload or a job that began before a tombstone
 * may have ended after it, so everything is erased again first.
 *
 * @returns how many failed
 */
export async function removeTombstones(services: Needs): Promise<number> {
  const { store, live, clock } = services;
  let failed = 0;
  for await (const page of pages(store, docs.erasedAll, BATCH_SIZE)) {
    for (const { path, data, version } of page) {
      try {
        const erased = v.parse(erasedSchema, data);
        if (erased.at > clock.now() - TOMBSTONE_LIFETIME_MILLIS) continue;
        await eraseDocuments(services, erased);
        await eraseFiles(services, erased.uid);
        await live.patch({ [livePaths.erased(erased.uid)]: null });
        await store.write({ remove: [{ path, version }] });
      } catch (error) {
        log.error('The tombstone of an erased account could not be removed', {
          error: String(error),
        });
        failed += 1;
      }
    }
  }
  return failed;
}
