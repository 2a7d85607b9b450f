import { isDeepStrictEqual } from 'node:util';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { SummaryChange } from '@datchain/shared/contracts/documents/asset-summary-writer.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import { isConflict } from './codes.ts';
import { makeMarks } from './public-changes.ts';
import { alwaysLate, retryOnConflict } from './retry-on-conflict.ts';

type SomeChange = Pick<StoredAsset, 'id'> & Partial<SummaryChange>;

/** The public summaries, `assetsSummary/*`: one document holds many DATS. */
export type AssetSummaries = ReturnType<typeof assetSummaries>;

type Found = FirebaseFirestore.DocumentSnapshot;
type Changes = ReadonlyMap<string, SomeChange>;

const rowsIn = (stored: Found): StoredAsset[] => (stored.get('assets') ?? []) as StoredAsset[];

const rowsById = (found: readonly Found[]): Map<string, StoredAsset> =>
  new Map(
    found
      .flatMap(rowsIn)
      .filter((asset) => asset?.id)
      .map((asset) => [asset.id, asset]),
  );

const isBehind = (stored: Found, changes: Changes): boolean =>
  rowsIn(stored).some((row) => {
    const change = changes.get(row?.id);
    return change && Object.entries(change).some(([key, value]) => differs(row, key, value));
  });

const differs = (row: StoredAsset, key: string, value: unknown): boolean =>
  !isDeepStrictEqual(row[key as keyof StoredAsset], value);

export function assetSummaries(firestore: Firestore) {
  const collection = firestore.collection(docs.assetsSummaries);

  async function updateDocument(stored: Found, changes: Changes): Promise<boolean> {
    if (!isBehind(stored, changes)) return true;
    const next = rowsIn(stored).map((row) => ({ ...row, ...changes.get(row?.id) }));
    try {
      const batch = firestore.batch();
      const condition = { lastUpdateTime: stored.updateTime as Timestamp };
      batch.update(stored.ref, { assets: next }, condition);
      for (const { path, data } of makeMarks([stored.ref.path]))
        batch.set(firestore.doc(path), data);
      await batch.commit();
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  /** Reads from releases which pages hold their rows; undefined if any release is missing. */
  async function readPages(ids: readonly string[]): Promise<string[] | undefined> {
    if (ids.length === 0) return [];
    const refs = ids.map((id) => firestore.doc(docs.release(id)));
    const releases = await firestore.getAll(...refs, { fieldMask: ['summaryPage'] });
    if (!releases.every(({ exists }) => exists)) return undefined;
    const pages = releases.map((release) => readText(release.get('summaryPage')));
    return [...new Set(pages)].filter(Boolean);
  }

  /**
   * Reads the documents with these rows: `main` with the newest rows, and the pages that releases name. Reads
   * all documents only for rows without a release.
   */
  async function documentsWith(ids: readonly string[]): Promise<Found[]> {
    const main = await firestore.doc(docs.assetsSummary).get();
    const inMain = new Set(rowsIn(main).map((row) => row?.id));
    const pages = await readPages(ids.filter((id) => !inMain.has(id)));
    if (!pages) return (await collection.get()).docs;
    const refs = pages.filter((page) => page !== main.id).map((page) => collection.doc(page));
    return [main, ...(refs.length > 0 ? await firestore.getAll(...refs) : [])];
  }

  return {
    /** Changes the rows of released DATS; a DAT without a row is not public yet and is skipped. */
    async update(changes: readonly SomeChange[]): Promise<void> {
      const byId = new Map(changes.map((change) => [change.id, change]));
      await retryOnConflict(alwaysLate('the public summaries'), async () => {
        const found = await documentsWith([...byId.keys()]);
        const done = await Promise.all(found.map((stored) => updateDocument(stored, byId)));
        return done.every(Boolean) ? 'written' : 'conflict';
      });
    },

    rows: async (): Promise<Map<string, StoredAsset>> => rowsById((await collection.get()).docs),

    /** Reads the rows of some DATS, with others of their documents. */
    rowsOf: async (ids: readonly string[]): Promise<Map<string, StoredAsset>> =>
      ids.length === 0 ? new Map() : rowsById(await documentsWith(ids)),
  };
}
