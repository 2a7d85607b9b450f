import { readFileSync, writeFileSync } from 'node:fs';
import { readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { RowIndex, SnapshotReading } from '../snapshot.ts';
import { booksRow, isPersonRow, marketRow } from '../snapshot.ts';
import { type DatsPage, datsPages } from '../views/dats/dats-view.ts';
import { inFeed } from '../views/dats/in-feed.ts';
import { activityChangedAt, newestWorks } from '../views/market/activity-view.ts';
import { type DatBrief, type GivenDat, givenDat, planDats } from './dat-brief.ts';
import { type Profiles, profilesOf } from './profile-works.ts';
import type { KnownRow } from './row-file.ts';

interface Common extends Pick<SnapshotReading, 'blocks' | 'metrics' | 'bookDays'> {
  /** The names and times of the rows of the market and of the books, by their keys. */
  readonly rows: RowIndex;
  /** When any row last changed; 0 when there is none. */
  readonly changedAt: Millis;
  readonly previews: string;
}

export interface GivenList extends DatsPage {
  readonly works: readonly GivenDat[];
}

/** What those who draw pages are told. Of works only which ones are shown: the rest is in their rows. */
export interface Outline extends Common {
  readonly list: GivenList | undefined;
  /** The works that the feed of all releases names, newest first. */
  readonly feed: readonly string[];
  /** The works among which the market's newest activity is, and its newest sales. */
  readonly activity: {
    readonly all: readonly string[];
    readonly sales: readonly string[];
    readonly changedAt: Millis | undefined;
  };
}

export interface PlannedList extends DatsPage {
  readonly briefs: readonly DatBrief[];
}

/** All that is known without reading rows: pages and files about many works are planned by it. */
export interface PlannedOutline extends Common, Profiles {
  readonly briefs: readonly DatBrief[];
  /** The same of what lists, search and feeds show: everything but what was taken down. */
  readonly shown: readonly DatBrief[];
  readonly lists: readonly PlannedList[];
}

/** What is known before anything is planned. */
export interface Known
  extends Pick<PlannedOutline, 'blocks' | 'metrics' | 'bookDays' | 'previews'> {
  readonly rows: readonly KnownRow[];
}

export function outlineOf({ rows, ...known }: Known): PlannedOutline {
  const briefs = planDats(rows);
  const shown = briefs.filter(({ isTakenDown }) => !isTakenDown);
  const common: Record<string, RowIndex[string]> = {};
  const people = new Map<string, KnownRow>();
  let changedAt = 0;
  for (const row of rows) {
    const { key, print, at } = row;
    if (key === marketRow || key === booksRow) common[key] = [print, at];
    if (isPersonRow(key)) people.set(key, row);
    changedAt = Math.max(changedAt, at);
  }
  const lists = datsPages(shown);
  return {
    ...known,
    ...{ briefs, shown, lists, ...profilesOf(shown, people), rows: common, changedAt },
  };
}

/** What is told of a page of /dats. */
export const givenList = ({ briefs, ...list }: PlannedList): GivenList => ({
  ...list,
  works: briefs.map(givenDat),
});

/** The ids of some works, in their order. */
export const idsOf = (briefs: readonly Pick<DatBrief, 'id'>[]): string[] =>
  briefs.map(({ id }) => id);

/** What those who draw pages are told of it. */
export function drawnOutline(outline: PlannedOutline): Outline {
  const {
    briefs,
    shown,
    lists,
    profiles: _profiles,
    namesWithoutPage: _names,
    ...common
  } = outline;
  const [first] = lists;
  return {
    ...common,
    list: first && givenList(first),
    feed: idsOf(inFeed(shown)),
    activity: {
      all: idsOf(newestWorks(briefs, 'all')),
      sales: idsOf(newestWorks(briefs, 'sales')),
      changedAt: activityChangedAt(briefs),
    },
  };
}

export const emptyOutline: Outline = drawnOutline(
  outlineOf({ blocks: [], metrics: readMetrics(null), bookDays: [], previews: '', rows: [] }),
);

/** When a row that belongs to no DAT last changed. */
export const rowChangedAt = ({ rows }: Pick<Outline, 'rows'>, key: string): Millis | undefined =>
  Object.hasOwn(rows, key) ? rows[key]?.[1] : undefined;

/** Writes down what those who draw pages are told. */
export const writeOutline = (path: string, outline: PlannedOutline): void =>
  writeFileSync(path, JSON.stringify(drawnOutline(outline)));

export const readOutline = (path: string): Outline => JSON.parse(readFileSync(path, 'utf8'));
