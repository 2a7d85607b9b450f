import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Firestore } from 'firebase-admin/firestore';

export interface MusicPage {
  readonly number: number;
  readonly data: Record<string, unknown>;
}

export type SummaryPages = ReturnType<typeof summaryPages>;

const numberIn = (id: string, shape: RegExp): number => Number(shape.exec(id)?.[1] ?? 0);
const musicNumber = (id: string): number => numberIn(id, /^summary_([1-9]\d{0,8})$/);
const assetsNumber = (id: string): number => numberIn(id, /^p([1-9]\d{0,8})$/);

export function summaryPages(firestore: Firestore) {
  const music = firestore.collection(docs.musicSummaries);
  let lastAssets: number | undefined;

  async function last(collection: string, numberOf: (id: string) => number): Promise<number> {
    const { docs: found } = await firestore.collection(collection).select().get();
    return Math.max(1, ...found.map(({ id }) => numberOf(id)));
  }

  return {
    /** Returns the last page of rows when this process began, at least 1; the page may not exist yet. */
    async lastAssetsPage(): Promise<number> {
      // Read once: later additions record the page in `main`.
      lastAssets ??= await last(docs.assetsSummaries, assetsNumber);
      return lastAssets;
    },

    async allAssets(): Promise<{ id: string; data: Record<string, unknown> }[]> {
      const { docs: found } = await firestore.collection(docs.assetsSummaries).get();
      return found.map((stored) => ({ id: stored.id, data: stored.data() }));
    },

    lastMusicPage: (): Promise<number> => last(docs.musicSummaries, musicNumber),

    async allMusic(): Promise<MusicPage[]> {
      const { docs: found } = await music.get();
      return found
        .map((stored) => ({ number: musicNumber(stored.id), data: stored.data() }))
        .filter(({ number }) => number > 0)
        .sort((a, b) => a.number - b.number);
    },
  };
}
