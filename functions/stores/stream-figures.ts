import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import type { FigureGathering } from '@datchain/shared/contracts/stream-figures.ts';
import { FieldPath, type Firestore } from '@google-cloud/firestore';

/** One document holds up to 700 KB of days: a few at a time, and only what was made of them stays. */
const DOCUMENTS_AT_ONCE = 4;
/** Works in one request of what the Realtime Database has of them. */
const WORKS_AT_ONCE = 300;

/** Folds every document of the analytics summaries, a few in memory at a time. */
export async function readSummaryFigures(
  firestore: Firestore,
  gathering: FigureGathering,
): Promise<void> {
  const all = firestore
    .collection(docs.analyticsSummaries)
    .orderBy(FieldPath.documentId())
    .limit(DOCUMENTS_AT_ONCE);
  for (let next = all; ; ) {
    const { docs: found } = await next.get();
    for (const document of found) gathering.addSummary(document.id, document.data());
    const last = found.at(-1);
    if (!last || found.length < DOCUMENTS_AT_ONCE) return;
    next = all.startAfter(last);
  }
}

const isWhole = (key: string): boolean => /^(0|-?[1-9]\d{0,9})$/.test(key);

/** The order in which the database returns keys: whole numbers first, by value; then by text. */
const byKey = (a: string, b: string): number =>
  isWhole(a) && isWhole(b)
    ? Number(a) - Number(b)
    : Number(isWhole(b)) - Number(isWhole(a)) || (a < b ? -1 : 1);

type ReadJson = (url: string) => Promise<unknown>;

/** Reads what a public path has for each work, page by page of keys, over REST. */
async function readPages(
  address: string,
  readJson: ReadJson,
  take: (part: Record<string, unknown>) => void,
): Promise<void> {
  const url = new URL(address);
  url.searchParams.set('orderBy', '"$key"');
  for (let from = ''; ; ) {
    if (from !== '') url.searchParams.set('startAt', JSON.stringify(from));
    // One more than is taken: each page begins with the last key of the page before.
    url.searchParams.set('limitToFirst', String(WORKS_AT_ONCE + 1));
    const page = Object.entries((await readJson(url.href)) ?? {})
      .filter(([, value]) => value !== null)
      .sort(([a], [b]) => byKey(a, b));
    take(Object.fromEntries(page.slice(0, WORKS_AT_ONCE)));
    const next = page[WORKS_AT_ONCE];
    if (!next) return;
    from = next[0];
  }
}

/** Folds the stats of the chain's own player, and what the books say that works brought. */
export async function readOwnFigures(
  source: { databaseURL: string },
  readJson: ReadJson,
  gathering: FigureGathering,
): Promise<void> {
  const [stats, earnings] = [live.allStreamStats, live.allEarnings].map((path) =>
    databaseRestUrl(source, path),
  );
  await readPages(stats ?? '', readJson, (part) => gathering.addOwnStats(part));
  await readPages(earnings ?? '', readJson, (part) => gathering.addEarnings(part));
}
