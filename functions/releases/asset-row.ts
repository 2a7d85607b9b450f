import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { summaryOf } from '../journal/public-dats.ts';
import { publicNames } from '../names/public-names.ts';
import type { Data } from '../stores/document-store.ts';

/** The artist as two documents show them: the private one, and the public part of it. */
export interface Creator {
  readonly user: Data;
  readonly profile: Data | undefined;
}

/** The row of a new DAT in the public summary (R-DB-01). */
export function assetRow(
  release: Release,
  dat: DatGuard,
  { user, profile }: Creator,
  now: Millis,
): StoredAsset {
  // On a work of their own everybody is named.
  const names = publicNames((path) =>
    path === docs.publicProfile(release.artistId) ? profile : undefined,
  );
  const name = names.on(dat).of(release.artistId);
  return {
    contentId: release.contentId,
    SongName: release.songName,
    ArtistName: release.artistName,
    ArtworkURL: release.artworkUrl,
    creatorUsername: name.username || readText(user.username),
    creatorId: release.artistId,
    creatorProfileURL: name.profileImageUrl || readText(user.profileImageUrl),
    tier: release.tier,
    chain: release.chain,
    userId: release.artistId,
    releaseTimestamp: now,
    artistFeatures: release.artistFeatures,
    producers: release.producers,
    songwriters: release.songwriters,
    recordLabels: release.recordLabels,
    genres: release.genres,
    ...(release.preview ? { preview: release.preview } : {}),
    ...summaryOf(dat, names, release.recordingFacts),
  };
}
