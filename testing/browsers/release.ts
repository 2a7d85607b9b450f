import { marksOf } from '@datchain/functions/stores/public-changes.ts';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { storePictures } from '../../ledger/testing/store-pictures.ts';
import { aStoredAsset } from '../../ledger/testing/stored-world.ts';
import type { OwnSite } from './own-site.ts';

/** A release as the public summary stores it, with the addresses of uploaded pictures. */
export const aRelease = (id: string, changes: Partial<StoredAsset> = {}): StoredAsset => ({
  ...aStoredAsset(0, { id, SongName: `The song ${id}` }),
  ...changes,
});

/**
 * Makes these all that has been released, as the server writes it: with a mark for the rebuild, and with
 * pictures in the Storage of the stack.
 */
export async function release(
  { firestore, storage }: Pick<OwnSite, 'firestore' | 'storage'>,
  released: readonly (StoredAsset | Omit<StoredAsset, 'id'>)[],
): Promise<void> {
  const text = JSON.stringify(released);
  const assets = JSON.parse(text.replaceAll('https://firebasestorage.googleapis.com', storage));
  await storePictures(storage, assets);
  const batch = firestore.batch();
  batch.set(firestore.doc(docs.assetsSummary), { assets });
  for (const { path, data } of marksOf([docs.assetsSummary])) batch.set(firestore.doc(path), data);
  await batch.commit();
}
