import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { storeAsset } from '@datchain/shared/contracts/documents/asset-summary-writer.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { summaryOf } from '../../projector/public-dats.ts';
import type { Data } from '../../stores/document-store.ts';
import { publicNames } from '../../stores/public-names.ts';

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
  // On a work of their own everyone is named.
  const names = publicNames((path) =>
    path === docs.publicProfile(release.artistId) ? profile : undefined,
  );
  const name = names.on(dat).of(release.artistId);
  const creator = {
    creatorId: release.artistId,
    creatorUsername: name.username || readText(user.username),
  };
  return storeAsset(
    { ...release, ...creator, releasedAt: now },
    summaryOf(dat, names, release.recordingFacts),
  );
}
