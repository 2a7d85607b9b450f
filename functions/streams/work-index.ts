import { isBadRow, readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { readIdentifiers } from '@datchain/shared/contracts/documents/dat-identifiers.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readList } from '@datchain/shared/contracts/tolerant.ts';
import {
  type Identifiers,
  joinIdentifiers,
  linkedKeys,
  listNameKeys,
  noIdentifiers,
  withoutIdentifiers,
} from '@datchain/shared/domain/streams/work-names.ts';
import { type Match, WorkIndex } from '@datchain/shared/domain/streams/works.ts';
import { type DocumentStore, pages, put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import type { Waiting } from './outcome.ts';

const PAGE_SIZE = 200;

/**
 * Loads every released work with the names it is known by.
 *
 * @param less names by DAT that no longer count
 */
export async function loadWorkIndex(
  store: DocumentStore,
  less: readonly (readonly [datId: string, names: Identifiers])[] = [],
): Promise<WorkIndex> {
  const identifiers = new Map<string, Identifiers>();
  for await (const page of pages(store, docs.datIdentifiersAll, PAGE_SIZE)) {
    for (const { path, data } of page) {
      identifiers.set(path.slice(docs.datIdentifiersAll.length + 1), readIdentifiers(data));
    }
  }
  for (const [datId, names] of less) {
    const all = identifiers.get(datId) ?? noIdentifiers;
    identifiers.set(datId, withoutIdentifiers(all, names));
  }
  const known = [];
  for await (const page of pages(store, docs.assetsSummaries, 10)) {
    for (const { path, data } of page) {
      for (const [index, asset] of readList(data.assets).entries()) {
        const dat = readAsset(asset, `${path}[${index}]`);
        if (isBadRow(dat)) continue;
        const names = identifiers.get(dat.id) ?? noIdentifiers;
        known.push({ ...dat, isrc: dat.recordingFacts?.isrc, identifiers: names });
      }
    }
  }
  return new WorkIndex(known);
}

export async function remember(
  store: DocumentStore,
  workIndex: WorkIndex,
  datId: string,
  names: Identifiers,
): Promise<void> {
  const path = docs.datIdentifiers(datId);
  await retryOnConflict(alwaysLate(`the names of ${datId}`), async () => {
    const stored = (await store.read([path])).get(path);
    const joined = joinIdentifiers(readIdentifiers(stored?.data), names);
    const linked = withoutIdentifiers(joined, { ...noIdentifiers, unlinked: listNameKeys(names) });
    return store.write(put(path, { ...linked }, stored));
  });
  workIndex.learn(datId, names);
}

export function waitingFor(
  workIndex: WorkIndex,
  match: Match & { kind: 'waits' },
  waiting: Omit<Waiting, 'doubt' | 'candidates'>,
): Waiting {
  const candidates = match.datIds.flatMap((datId) => {
    const known = workIndex.find(datId);
    if (!known) return [];
    const { songName, artistName, isrc, identifiers } = known;
    const links = workIndex.creditingLinks(waiting.work, datId);
    const linked = linkedKeys(identifiers).filter((name) => waiting.work.names.includes(name));
    return [{ datId, songName, artistName, isrc, links, linked }];
  });
  return { ...waiting, doubt: match.doubt, candidates };
}
