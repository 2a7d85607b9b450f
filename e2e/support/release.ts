import { marksOf } from '@datchain/functions/stores/public-changes.ts';
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

/** Makes these all that has been released, as the server writes it: with a mark for the rebuild. */
export async function release(
  { firestore }: Pick<OwnSite, 'firestore'>,
  assets: readonly (StoredAsset | Omit<StoredAsset, 'id'>)[],
): Promise<void> {
  const batch = firestore.batch();
  batch.set(firestore.doc(docs.assetsSummary), { assets });
  for (const { path, data } of marksOf([docs.assetsSummary])) batch.set(firestore.doc(path), data);
  await batch.commit();
}
