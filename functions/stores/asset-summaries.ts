import type {
  StoredAsset,
  StoredEdition,
} from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Firestore } from 'firebase-admin/firestore';

/** The part of a summary row that follows the books; the rest was written at its release. */
export type SummaryChange = Pick<
  StoredAsset,
  'id' | 'SoldOut' | 'editions' | 'ownedEditions' | 'takenDown'
>;

/** A user as the public sees them. */
export type PublicName = Pick<StoredEdition, 'username' | 'profileImageUrl'>;

/** The public summaries, `assetsSummary/*`: one document holds many DATS. */
export interface AssetSummaries {
  /** Changes the rows of released DATS; a DAT without a row is not public yet and is left out. */
  update(changes: readonly SummaryChange[]): Promise<void>;
  rows(): Promise<Map<string, StoredAsset>>;
  publicNames(uids: readonly string[]): Promise<Map<string, PublicName>>;
}

const CONFLICTS = new Set<unknown>([9, 10]);

export function assetSummaries(firestore: Firestore): AssetSummaries {
  const collection = firestore.collection(docs.assetsSummaries);

  /** False when somebody else changed the document meanwhile. */
  async function updateDocument(
    stored: FirebaseFirestore.QueryDocumentSnapshot,
    changes: ReadonlyMap<string, SummaryChange>,
  ): Promise<boolean> {
    const assets = (stored.data().assets ?? []) as StoredAsset[];
    if (!assets.some((asset) => changes.has(asset?.id))) return true;
    const next = assets.map((asset) => ({ ...asset, ...changes.get(asset?.id) }));
    try {
      await stored.ref.update({ assets: next }, { lastUpdateTime: stored.updateTime });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && CONFLICTS.has(error.code)) return false;
      throw error;
    }
  }

  return {
    async update(changes) {
      const byId = new Map(changes.map((change) => [change.id, change]));
      for (let attempt = 0; attempt < 8; attempt++) {
        const { docs: found } = await collection.get();
        const done = await Promise.all(found.map((stored) => updateDocument(stored, byId)));
        if (done.every(Boolean)) return;
      }
      throw new Error('The public summaries keep changing');
    },

    async rows() {
      const { docs: found } = await collection.get();
      const assets = found.flatMap((stored) => (stored.data().assets ?? []) as StoredAsset[]);
      return new Map(assets.filter((asset) => asset?.id).map((asset) => [asset.id, asset]));
    },

    async publicNames(uids) {
      const names = new Map<string, PublicName>();
      if (uids.length === 0) return names;
      const refs = uids.map((uid) => firestore.doc(docs.publicProfile(uid)));
      for (const profile of await firestore.getAll(...refs)) {
        names.set(profile.id, {
          username: readText(profile.get('username')),
          profileImageUrl: readText(profile.get('profileImageUrl')),
        });
      }
      return names;
    },
  };
}
