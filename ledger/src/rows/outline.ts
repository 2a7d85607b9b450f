import { readFileSync, writeFileSync } from 'node:fs';
import { readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { RowIndex, SnapshotReading } from '../snapshot.ts';
import { booksRow, isPersonRow, marketRow } from '../snapshot.ts';
import {
  briefOfPlanned,
  type DatBrief,
  type KnownDats,
  type PlannedDat,
  planDats,
} from './dat-brief.ts';
import { type ProfileWorks, profilesOf } from './profile-works.ts';

/** All that a build knows without reading rows. */
export interface Outline extends Pick<SnapshotReading, 'blocks' | 'metrics' | 'bookDays'> {
  /** Of every DAT that has pages of its own, newest first. */
  readonly briefs: readonly DatBrief[];
  /** Everyone who has a page under an address of their own, artists first. */
  readonly profiles: readonly Pick<ProfileWorks, 'username' | 'changedAt'>[];
  /** The names and times of rows that belong to no DAT, by their keys. */
  readonly rows: RowIndex;
  /** When any row last changed; 0 when there is none. */
  readonly changedAt: Millis;
  /** The address of the folder of previews, see previewAddress. */
  readonly previews: string;
}

/** The same with what pages are planned by. */
export interface PlannedOutline extends Outline {
  readonly briefs: readonly PlannedDat[];
  readonly profiles: readonly ProfileWorks[];
}

export const emptyOutline: Outline = {
  briefs: [],
  profiles: [],
  blocks: [],
  metrics: readMetrics(null),
  bookDays: [],
  rows: {},
  changedAt: 0,
  previews: '',
};

/** What is known before anything is planned. */
export interface Known
  extends KnownDats,
    Pick<Outline, 'blocks' | 'metrics' | 'bookDays' | 'previews'> {}

/** @param rows says when each row last changed, and names it */
export function outlineOf(known: Known, rows: RowIndex): PlannedOutline {
  const { blocks, metrics, bookDays, previews } = known;
  const briefs = planDats(known, rows);
  const ofNoDat: Record<string, RowIndex[string]> = {};
  let changedAt = 0;
  for (const [key, row] of Object.entries(rows)) {
    if (key === marketRow || key === booksRow || isPersonRow(key)) ofNoDat[key] = row;
    changedAt = Math.max(changedAt, row[1]);
  }
  return {
    briefs,
    profiles: profilesOf(publicBriefs({ briefs }), rows),
    ...{ blocks, metrics, bookDays, previews },
    rows: ofNoDat,
    changedAt,
  };
}

/** What lists, search and feeds show: everything but what was taken down. */
export const publicBriefs = <Brief extends DatBrief>({
  briefs,
}: {
  readonly briefs: readonly Brief[];
}): Brief[] => briefs.filter(({ isTakenDown }) => !isTakenDown);

/** When a row that belongs to no DAT last changed. */
export const rowChangedAt = ({ rows }: Pick<Outline, 'rows'>, key: string): Millis | undefined =>
  Object.hasOwn(rows, key) ? rows[key]?.[1] : undefined;

/** Writes down what those who draw pages need of it. */
export function writeOutline(path: string, { briefs, profiles, ...others }: PlannedOutline): void {
  const outline: Outline = {
    ...others,
    briefs: briefs.map(briefOfPlanned),
    profiles: profiles.map(({ username, changedAt }) => ({ username, changedAt })),
  };
  writeFileSync(path, JSON.stringify(outline));
}

export const readOutline = (path: string): Outline => JSON.parse(readFileSync(path, 'utf8'));
