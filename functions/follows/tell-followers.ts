import {
  type ArtistReleased,
  releaseNewsSchema,
} from '@datchain/shared/contracts/documents/release-news.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readCount } from '@datchain/shared/contracts/tolerant.ts';
import * as v from 'valibot';
import { type Round, tellEach } from '../mail/tell-each.ts';
import type { Services } from '../services.ts';
import type { Versioned } from '../stores/document-store.ts';

type Needs = Pick<Services, 'store' | 'guards'>;

/** Followers told in one write, of two documents each. */
const AT_ONCE = 200;

/** What the followers of a release's artist are told; nothing of a work that was taken down. */
async function nextOf(
  { store, guards }: Needs,
  path: string,
  stored: Versioned | undefined,
): Promise<Round | undefined> {
  if (!stored) return undefined;
  const { artistUid, datId, at, after } = v.parse(releaseNewsSchema, stored.data);
  if ((await guards.findDat(datId))?.takenDown) {
    await store.write({ remove: [{ path, version: stored.version }] });
    return undefined;
  }
  const profilePath = docs.publicProfile(artistUid);
  const profile = (await store.read([profilePath])).get(profilePath)?.data;
  const artist = readLine(profile?.name) || readLine(profile?.username);
  const news: ArtistReleased = { kind: 'artist-released', at, datId, artist };
  return {
    collection: docs.followersOf(artistUid),
    after,
    id: `follow:${datId}`,
    newsFor: (_uid, { data }) => (readCount(data.at) <= at ? news : undefined),
    progress: stored.data,
  };
}

/**
 * Tells the followers of artists of their new releases, each once (N-PPL-07). Releases that are still
 * to be told are documents, written with the release itself; each remembers how far it is.
 *
 * @returns how many were told
 */
export async function tellFollowers(services: Needs, atOnce = AT_ONCE): Promise<number> {
  const { store } = services;
  let sum = 0;
  for (const { path } of await store.list(docs.releaseNewsAll, { limit: 100 })) {
    sum += await tellEach(store, {
      path,
      atOnce,
      next: (stored) => nextOf(services, path, stored),
    });
  }
  return sum;
}
