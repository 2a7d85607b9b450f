import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { plainFields } from '@datchain/shared/contracts/firestore-value.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Dat, listAvailability } from '@datchain/shared/domain/dats.ts';
import { type EmbedView, takenDownText, viewOfWork } from '../../views/dat/embed-view.ts';
import { firestoreRest } from '../page/firestore-rest.ts';
import { readHistory } from '../page/public-history.ts';

/** A work that is newer than the last rebuild (R-VIEW-10); undefined without one. @throws when it cannot be read */
export async function findNewWork(id: string): Promise<EmbedView | undefined> {
  const { find } = await firestoreRest();
  const newest = plainFields((await find(docs.assetsSummary))?.fields);
  const dat = readAssetsSummary(newest, docs.assetsSummary).dats.find((each) => each.id === id);
  return dat && viewOfDat(dat);
}

/** Since when a work is taken down, by its history (N-FST-04); undefined while public. @throws when unreadable */
export async function takenDownNow(id: string): Promise<string | undefined> {
  const last = (await readHistory(id)).find(({ kind }) => /^(taken-down|restored)$/.test(kind));
  return last?.kind === 'taken-down' ? takenDownText(last.at) : undefined;
}

function viewOfDat(dat: Dat): EmbedView {
  const marks = listAvailability(dat);
  return viewOfWork({
    id: dat.id,
    song: dat.songName,
    artist: dat.artistName,
    artwork: dat.artworkUrl,
    preview: dat.preview,
    editions: dat.editions.map(({ number, priceCents }, at) => ({
      number,
      priceCents,
      mark: marks[at] ?? 'held',
    })),
    takenDownAt: dat.takenDown?.at,
  });
}
