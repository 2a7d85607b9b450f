import { isDocumentId } from '@datchain/shared/contracts/document-id.ts';
import {
  formerUsernamesSchema,
  heldUsernamePath,
  heldUsernameSchema,
} from '@datchain/shared/contracts/documents/held-username.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { usernameTaken } from '@datchain/shared/domain/sign-up.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { heldDays, mostHeld } from '@datchain/shared/domain/username.ts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import { type Batch, pages, put, together, type Versioned } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

const refuseTooOften = () =>
  refuse('resource-exhausted', `A username can be changed ${mostHeld} times in ${heldDays} days.`);

const readFormer = (stored: Versioned | undefined) =>
  stored ? v.parse(formerUsernamesSchema, stored.data).names : [];

async function giveUp(
  { store, clock }: Needs,
  lower: string,
  { version }: Versioned,
): Promise<Batch> {
  const path = heldUsernamePath(lower);
  const held = (await store.read([path])).get(path);
  const data = { until: clock.now() + heldDays * DAY_MILLIS };
  return together([{ remove: [{ path: docs.username(lower), version }] }, put(path, data, held)]);
}

interface Renaming {
  readonly before: string;
  readonly username: string;
  readonly isForced?: boolean;
}

/**
 * Returns the batch for a change of username: it takes the new one, releases the old one and
 * reserves it for a while. A username has one holder at any moment.
 *
 * @param before the username until now; it is reserved only if it was registered
 * @param isForced whether the server changes it, which does not count toward the limit
 */
export async function changeUsername(
  services: Needs,
  uid: string,
  { before, username, isForced = false }: Renaming,
): Promise<Batch | Refusal> {
  const { store, clock } = services;
  const [old, lower] = [before.toLowerCase(), username.toLowerCase()];
  if (lower === old) return {};
  const paths = [docs.username(lower), heldUsernamePath(lower), docs.formerUsernames(uid)] as const;
  const oldPath = isDocumentId(old) ? docs.username(old) : undefined;
  const found = await store.read(oldPath ? [...paths, oldPath] : paths);
  const [taken, held, stored] = paths.map((path) => found.get(path));
  const former = readFormer(stored).filter(({ until }) => until > clock.now());
  const isOwn = former.some((name) => name.lower === lower);
  if (taken ? taken.data.uid !== uid : held && !isOwn)
    return refuse('already-exists', usernameTaken);
  const reserved = oldPath === undefined ? undefined : found.get(oldPath);
  if (reserved?.data.uid !== uid) return taken ? {} : put(paths[0], { uid }, undefined);
  const kept = former.filter((name) => name.lower !== lower);
  if (kept.length >= mostHeld && !isForced) return refuseTooOften();
  const until = clock.now() + heldDays * DAY_MILLIS;
  return together([
    taken ? {} : put(paths[0], { uid }, undefined),
    held ? { remove: [{ path: paths[1], version: held.version }] } : {},
    await giveUp(services, old, reserved),
    put(paths[2], { names: [...kept, { lower: old, until }] }, stored),
  ]);
}

/** Releases the username of an erased account. Running it again changes nothing. */
export async function giveUpUsernames(services: Needs, uid: string): Promise<void> {
  const { store } = services;
  await retryOnConflict(alwaysLate('this username'), async () => {
    const found = await store.list(docs.usernames, { limit: 10, where: { field: 'uid', is: uid } });
    const batches = found.map(({ path, ...stored }) =>
      giveUp(services, path.slice(path.lastIndexOf('/') + 1), stored),
    );
    return found.length === 0 ? 'written' : store.write(together(await Promise.all(batches)));
  });
}

const PAGE_SIZE = 300;

/**
 * Frees the usernames whose reservation has expired.
 *
 * @returns how many
 */
export async function freeUsernames({ store, clock }: Needs): Promise<number> {
  let freed = 0;
  for await (const page of pages(store, docs.heldUsernames, PAGE_SIZE)) {
    const remove = page.filter(
      ({ data }) => v.parse(heldUsernameSchema, data).until <= clock.now(),
    );
    if (remove.length === 0) continue;
    // A conflict means that somebody took one again; the next run retries the rest.
    if ((await store.write({ remove })) === 'written') freed += remove.length;
  }
  return freed;
}
