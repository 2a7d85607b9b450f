import { docs } from '@datchain/shared/contracts/paths.ts';
import { readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Firestore } from 'firebase-admin/firestore';

export interface KnownArtist {
  readonly uid: string;
  readonly artistName: string;
  readonly hasReleases: boolean;
}

export type Artists = ReturnType<typeof artists>;

export const artists = (firestore: Firestore) => ({
  async list(): Promise<KnownArtist[]> {
    const accounts = firestore.collection(docs.users).where('accountType', '==', 'Artist');
    const { docs: found } = await accounts.select('ArtistName', 'uploadedItems').get();
    return found.map((user) => ({
      uid: user.id,
      artistName: readText(user.get('ArtistName')).trim(),
      hasReleases: readList(user.get('uploadedItems')).length > 0,
    }));
  },
});
