import { readFileSync, writeFileSync } from 'node:fs';
import { readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { RowIndex, SnapshotReading } from '../snapshot.ts';
import { booksRow, isPersonRow, marketRow } from '../snapshot.ts';
import { type DatsPage, datsPages } from '../views/dats/dats-view.ts';
import { inFeed } from '../views/dats/in-feed.ts';
import { activityChangedAt, newestWorks } from '../views/market/activity-view.ts';
import { type DatBrief, type GivenDat, givenDat, planDats } from './dat-brief.ts';
import { buildProfiles, type Profiles } from './profile-works.ts';
import type { KnownRow } from './row-file.ts';

interface Common extends Pick<SnapshotReading, 'blocks' | 'metrics' | 'bookDays'> {
  /** Hash and change time of the rows of the market and the books. */
  readonly rows: RowIndex;
  /** The last change of any row; 0 without rows. */
  readonly changedAt: Millis;
  readonly previews: string;
}

export interface GivenList extends DatsPage {
  readonly works: readonly GivenDat[];
}

/** The data that all drawing processes get. Works are given by id; their content is in their rows. */
export interface Outline extends Common {
  readonly list: GivenList | undefined;
  /** The ids of the works in the feed of all releases, newest first. */
  readonly feed: readonly string[];
  /** The ids of the works with the newest activity, and with the newest sales. */
  readonly activity: {
    readonly all: readonly string[];
    readonly sales: readonly string[];
    readonly changedAt: Millis | undefined;
  };
}

export interface PlannedList extends DatsPage {
  readonly briefs: readonly DatBrief[];
}

export interface PlannedOutline extends Common, Profiles {
  readonly briefs: readonly DatBrief[];
  /** The briefs without taken-down works, as lists, search and feeds show them. */
  readonly shown: readonly DatBrief[];
  readonly lists: readonly PlannedList[];
}

export interface Known
  extends Pick<PlannedOutline, 'blocks' | 'metrics' | 'bookDays' | 'previews'> {
  readonly rows: readonly KnownRow[];
}

export function buildOutline({ rows, ...known }: Known): PlannedOutline {
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
    briefs,
    shown,
    lists,
    ...buildProfiles(shown, people),
    rows: common,
    changedAt,
  };
}

export const givenList = ({ briefs, ...list }: PlannedList): GivenList => ({
  ...list,
  works: briefs.map(givenDat),
});

export const idsOf = (briefs: readonly Pick<DatBrief, 'id'>[]): string[] =>
  briefs.map(({ id }) => id);

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
  buildOutline({ blocks: [], metrics: readMetrics(null), bookDays: [], previews: '', rows: [] }),
);

export const rowChangedAt = ({ rows }: Pick<Outline, 'rows'>, key: string): Millis | undefined =>
  Object.hasOwn(rows, key) ? rows[key]?.[1] : undefined;

export const writeOutline = (path: string, outline: PlannedOutline): void =>
  writeFileSync(path, JSON.stringify(drawnOutline(outline)));

export const readOutline = (path: string): Outline => JSON.parse(readFileSync(path, 'utf8'));
