import {
  readAnalytics,
  readOwnStats,
  summaryPlatforms,
} from '@datchain/shared/contracts/documents/analytics.ts';
import type { BadRow } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import {
  type DatFigures,
  figuresOfDays,
  figuresOfOwnStats,
  joinFigures,
  type PlatformFigures,
} from '@datchain/shared/domain/streams/figures.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import type { Calendar } from '@datchain/shared/domain/streams/spans.ts';
import { FieldPath, type Firestore } from '@google-cloud/firestore';

/** The streams of all works, folded, and what could not be read. */
export interface StreamFigures {
  readonly byDat: Readonly<Record<string, DatFigures>>;
  readonly badRows: readonly BadRow[];
}

type ByPlatform = Partial<Record<Platform, PlatformFigures>>;

/** One document holds up to 700 KB of days: a few at a time, and only what was made of them stays. */
const DOCUMENTS_AT_ONCE = 4;
/** Works in one request of their own stats. */
const STATS_AT_ONCE = 300;

/** Gathers figures of works, platform by platform, in any order. */
export class FigureGathering {
  readonly #known = new Map<string, ByPlatform>();
  readonly #badRows: BadRow[] = [];
  readonly #calendar: Calendar;

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  #add(datId: string, platform: Platform, figures: PlatformFigures | undefined): void {
    if (!figures) return;
    const own = this.#known.get(datId) ?? {};
    // A work stands in one summary document; were it in two, the first one counts.
    this.#known.set(datId, { [platform]: figures, ...own });
  }

  #bad(row: string): (place?: string) => void {
    return (place) =>
      this.#badRows.push({ row: place ? `${row}.${place}` : row, problem: 'cannot be read' });
  }

  /** A document of `analyticsSummaries`: days of many works (SPEC §3). */
  addSummary(documentId: string, data: Readonly<Record<string, unknown>>): void {
    for (const [datId, stored] of Object.entries(data)) {
      const onBad = this.#bad(`${docs.analyticsSummaries}/${documentId}.${datId}`);
      if (!isRecord(stored)) onBad();
      const days = readAnalytics(stored, onBad);
      for (const platform of summaryPlatforms) {
        this.#add(datId, platform, figuresOfDays(days[platform], this.#calendar));
      }
    }
  }

  /** A part of `streamStats`: the chain's own plays of many works. */
  addOwnStats(part: Readonly<Record<string, unknown>>): void {
    for (const [datId, stored] of Object.entries(part)) {
      // The database returns dense keys as a list with holes.
      if (stored === null) continue;
      const onBad = this.#bad(live.streamStats(datId));
      if (!isRecord(stored)) onBad();
      this.#add(datId, 'spndat', figuresOfOwnStats(readOwnStats(stored, onBad), this.#calendar));
    }
  }

  figures(): StreamFigures {
    const byDat: Record<string, DatFigures> = {};
    for (const [datId, own] of this.#known) {
      const figures = joinFigures(own);
      if (figures) byDat[datId] = figures;
    }
    return { byDat, badRows: this.#badRows };
  }
}

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

/** Folds the stats of the chain's own player, page by page of keys, over REST (a public path). */
export async function readOwnFigures(
  source: { databaseURL: string },
  readJson: (url: string) => Promise<unknown>,
  gathering: FigureGathering,
): Promise<void> {
  const url = new URL(databaseRestUrl(source, live.allStreamStats));
  url.searchParams.set('orderBy', '"$key"');
  for (let from = ''; ; ) {
    if (from !== '') url.searchParams.set('startAt', JSON.stringify(from));
    // One more than is taken: each page begins with the last key of the page before.
    url.searchParams.set('limitToFirst', String(STATS_AT_ONCE + 1));
    const page = Object.entries((await readJson(url.href)) ?? {})
      .filter(([, stats]) => stats !== null)
      .sort(([a], [b]) => byKey(a, b));
    gathering.addOwnStats(Object.fromEntries(page.slice(0, STATS_AT_ONCE)));
    const next = page[STATS_AT_ONCE];
    if (!next) return;
    from = next[0];
  }
}
