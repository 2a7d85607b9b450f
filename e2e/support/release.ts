import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { aStoredAsset } from '../../ledger/testing/stored-world.ts';
import type { OwnSite } from './own-site.ts';

/** A release as the public summary stores it, with a picture that the local stack serves. */
export const aRelease = (id: string, changes: Partial<StoredAsset> = {}): StoredAsset => ({
  ...aStoredAsset(0, { id, SongName: `The song ${id}` }),
  ArtworkURL: '/artwork/dat-night-bus-to-lagos.webp',
  creatorProfileURL: '/avatars/adaokonjo.webp',
  ...changes,
});

/** Makes these all that has been released. */
export async function release(
  { firestore }: Pick<OwnSite, 'firestore'>,
  assets: readonly StoredAsset[],
): Promise<void> {
  await firestore.doc(docs.assetsSummary).set({ assets });
}
