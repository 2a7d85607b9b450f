import {
  type ArtistReleased,
  releaseNewsSchema,
} from '@datchain/shared/contracts/documents/release-news.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readCount, readText } from '@datchain/shared/contracts/tolerant.ts';
import * as v from 'valibot';
import { toldDocuments } from '../mail/told-documents.ts';
import type { Services } from '../services.ts';
import { withoutClosed } from '../stores/without-closed.ts';

type Needs = Pick<Services, 'store' | 'guards'>;

/** Followers told in one write, of two documents each. */
const AT_ONCE = 200;

/**
 * Tells the next followers of one release, and moves its cursor in the same write: killed or run
 * twice, each is told once.
 *
 * @returns how many were told; undefined when there is no more to do here
 */
async function tellSome(
  { store, guards }: Needs,
  path: string,
  atOnce: number,
): Promise<number | undefined> {
  const stored = (await store.read([path])).get(path);
  if (!stored) return undefined;
  const { artistUid, datId, at, after } = v.parse(releaseNewsSchema, stored.data);
  const { version } = stored;
  if ((await guards.findDat(datId))?.takenDown) {
    await store.write({ remove: [{ path, version }] });
    return undefined;
  }
  const page = await store.list(docs.followersOf(artistUid), {
    limit: atOnce,
    after: after || undefined,
  });
  const profilePath = docs.publicProfile(artistUid);
  const profile = (await store.read([profilePath])).get(profilePath)?.data;
  const artist = readText(profile?.name) || readText(profile?.username);
  const news: ArtistReleased = { kind: 'artist-released', at, datId, artist };
  const before = page
    .filter(({ data }) => readCount(data.at) <= at)
    .map((follower) => follower.path.slice(follower.path.lastIndexOf('/') + 1));
  const uids = await withoutClosed(store, before);
  const create = uids.flatMap((uid) => toldDocuments(`follow:${datId}`, uid, news));
  const last = page.at(-1)?.path;
  const isDone = page.length < atOnce || last === undefined;
  const outcome = await store.write(
    isDone
      ? { create, remove: [{ path, version }] }
      : { create, replace: [{ path, data: { ...stored.data, after: last }, version }] },
  );
  // Another run was faster: it goes on.
  if (outcome === 'conflict') return undefined;
  return uids.length;
}

/**
 * Tells the followers of artists of their new releases, each once (N-PPL-07). Releases that are still
 * to be told are documents, written with the release itself; each remembers how far it is.
 *
 * @returns how many were told
 */
export async function tellFollowers(services: Needs, atOnce = AT_ONCE): Promise<number> {
  let sum = 0;
  for (const { path } of await services.store.list(docs.releaseNewsAll, { limit: 100 })) {
    for (;;) {
      const some = await tellSome(services, path, atOnce);
      if (some === undefined) break;
      sum += some;
    }
  }
  return sum;
}
