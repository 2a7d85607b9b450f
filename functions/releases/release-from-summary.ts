import { isBadRow, readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { readMusicSummary } from '@datchain/shared/contracts/documents/music-summary.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Tier } from '@datchain/shared/domain/config.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import {
  type Contributors,
  contributorLists,
} from '@datchain/shared/domain/release/contributors.ts';
import type { Services } from '../services.ts';
import { acceptRelease, newRelease, summaryReleaseId } from './accept.ts';
import { requireMayRelease, requireMayReleaseFor } from './allow-list.ts';
import { findArtist } from './artists.ts';
import { finishRelease } from './finish.ts';
import { findPost, type Post } from './posts.ts';
import { alreadyDat } from './publish-entry.ts';
import type { Credited } from './release-dat.ts';

const notFound = () => refuse('not-found', 'Release not found.');

const addressOf = (value: unknown): string => {
  const text = readText(value);
  return /^(https?:\/\/|\/(?!\/))\S+$/i.test(text) ? text : '';
};

const withinLimits = (all: Contributors): Credited =>
  Object.fromEntries(
    contributorLists.map(({ list, most }) => [list, all[list].slice(0, most)]),
  ) as Credited;

/** Reads the optional fields of an existing release; only its names and ids are required (R-REL-12). */
function readOptionalFields(post: Post) {
  const read = readAsset({ ...(isRecord(post) ? post : {}), id: 'post', SongName: 'post' }, 'post');
  if (isBadRow(read)) throw new Error(`unreachable: ${read.problem}`);
  return {
    artworkUrl: addressOf(read.artworkUrl),
    songUrl: addressOf(isRecord(post) ? post.SongURL : ''),
    genres: [...read.genres],
    ...withinLimits(read),
  };
}

interface Asked {
  readonly contentId: string;
  readonly tier: Tier;
}

/** Builds the DAT of an existing release; refuses an unknown one and one that is a DAT already. */
export async function readRelease(
  services: Services,
  uid: string,
  { contentId, tier }: Asked,
): Promise<Release | Refusal> {
  const found = await findPost(services, contentId);
  const [summary] = readMusicSummary({ posts: [found?.post] });
  if (!summary) return notFound();
  const id = summaryReleaseId(summary.songName, contentId);
  // The DAT of another release, made from files or before releases were stored.
  if (summary.datId !== '' && summary.datId !== id) return alreadyDat();
  const artist = await findArtist(services, summary.artistId);
  if (isRefusal(artist)) return artist;
  const facts = {
    id,
    source: 'summary' as const,
    operatorUid: uid,
    artistId: artist.uid,
    artistName: artist.artistName,
    songName: summary.songName.trim(),
    albumName: summary.albumName,
    contentId,
    ...readOptionalFields(found?.post),
    tier,
  };
  return newRelease(facts, { uid, tier }, services.clock.now());
}

/**
 * Makes a DAT of an existing release (R-CAL-05). A caller who repeats the request gets the first
 * answer; for anyone else the release is a DAT already.
 */
export async function releaseDatFromSummary(
  services: Services,
  uid: string,
  asked: Asked,
): Promise<{ datId: string } | Refusal> {
  const allowed = await requireMayRelease(services, uid);
  if (isRefusal(allowed)) return allowed;
  const release = await readRelease(services, uid, asked);
  if (isRefusal(release)) return release;
  const notFor = await requireMayReleaseFor(services, uid, [release.artistId]);
  if (notFor) return notFor;
  // The post names the files, so no sweep takes them for abandoned.
  const accepted = await acceptRelease(services, { release, uploads: [] }, alreadyDat);
  if (isRefusal(accepted)) return accepted;
  const refusal = await finishRelease(services, accepted);
  return refusal ?? { datId: accepted.id };
}
