import {
  type ArtistReleased,
  releaseNewsSchema,
} from '@datchain/shared/contracts/documents/release-news.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readCount } from '@datchain/shared/contracts/tolerant.ts';
import * as v from 'valibot';
import { notifyEach, type Round } from '../mail/notify-each.ts';
import type { Services } from '../services.ts';
import type { Versioned } from '../stores/document-store.ts';

type Needs = Pick<Services, 'store' | 'guards'>;

/** Followers notified in one write, with two documents each. */
const BATCH_SIZE = 200;

async function readNextRound(
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
 * Tells followers about new releases, each once (N-PPL-07). The queue consists of documents written
 * with the releases; each document remembers its progress.
 *
 * @returns how many were notified
 */
export async function notifyFollowers(services: Needs, atOnce = BATCH_SIZE): Promise<number> {
  const { store } = services;
  let sum = 0;
  for (const { path } of await store.list(docs.releaseNewsAll, { limit: 100 })) {
    sum += await notifyEach(store, {
      path,
      atOnce,
      next: (stored) => readNextRound(services, path, stored),
    });
  }
  return sum;
}
