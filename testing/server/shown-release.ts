import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import * as v from 'valibot';

export async function shownRelease(datId: string, artistId: string) {
  const database = firestore();
  const { store, live: shown } = services();
  const paths = [docs.datGuard(datId), docs.user(artistId), docs.wallet(artistId)];
  const stored = await store.read(paths);
  const [summaries, music, events] = await Promise.all([
    database.collection(docs.assetsSummaries).get(),
    database.collection(docs.musicSummaries).get(),
    database.collection(docs.datEvents).where('datId', '==', datId).get(),
  ]);
  const user = stored.get(docs.user(artistId))?.data;
  const isIt = (key: string) => (one: unknown) => isRecord(one) && one[key] === datId;
  const count = (list: unknown, key: string) => readList(list).filter(isIt(key)).length;
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    books: {
      dats: stored.has(docs.datGuard(datId)) ? 1 : 0,
      history: events.size,
      rows: sum(summaries.docs.map((page) => count(page.get('assets'), 'id'))),
      posts: sum(music.docs.map((page) => count(page.get('posts'), 'datId'))),
      uploadedItems: readList(user?.uploadedItems).filter((one) => one === datId).length,
      singles: readList(user?.singles).filter((one) => one === datId).length,
    },
    screens: {
      live: (await shown.read(live.datLive(datId))) === null ? 0 : 1,
      newest: count(await shown.read(live.newestReleases), 'id'),
      wallet: count(stored.get(docs.wallet(artistId))?.data.ownedDats, 'id') / 20,
    },
  };
}

export async function findReleaseByArtist(artistId: string) {
  const releases = firestore().collection(docs.releases);
  const found = await releases.where('artistId', '==', artistId).get();
  if (found.size > 1) throw new Error(`${artistId} has ${found.size} releases`);
  return found.docs.map((one) => v.parse(releaseSchema, one.data()))[0];
}
