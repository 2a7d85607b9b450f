import { readFileSync } from 'node:fs';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import type { PlannedPage } from './plan.ts';
import type { DatBrief } from './rows/dat-brief.ts';
import { emptyOutline, type Outline, readOutline } from './rows/outline.ts';
import { RowFile } from './rows/row-file.ts';
import { personRow, streamsRow } from './snapshot.ts';

const { LEDGER_OUTLINE, LEDGER_ROWS, LEDGER_PLAN } = process.env;

/**
 * What this build knows without reading rows. LEDGER_OUTLINE names its file; without one (the editor's
 * dev server before any rebuild) the ledger is empty.
 */
export const outline: Outline = LEDGER_OUTLINE ? readOutline(LEDGER_OUTLINE) : emptyOutline;

/** The rows themselves; LEDGER_ROWS names their file. */
const rows = LEDGER_ROWS ? RowFile.read(LEDGER_ROWS) : undefined;

/** The pages to draw of routes with parameters; LEDGER_PLAN names the file with their list. */
export const plan: readonly PlannedPage[] = LEDGER_PLAN
  ? JSON.parse(readFileSync(LEDGER_PLAN, 'utf8'))
  : [];

/** The paths of a route, as Astro asks for them. */
export const plannedPaths = <Props>(route: string) =>
  plan
    .filter((page) => page.route === route)
    .map(({ params, props }) => ({ params: { ...params }, props: props as Props }));

/** A DAT with its history, if any is known. */
export interface Work {
  readonly dat: Dat;
  readonly history: readonly HistoryLine[] | undefined;
}

let lastWork: Work | undefined;

/**
 * Pages of the same DAT are drawn one after the other.
 *
 * @throws when there is no such DAT
 */
export function workOf(id: string): Work {
  if (lastWork?.dat.id === id) return lastWork;
  const row = rows?.get(id) as [dat: Dat, history: HistoryLine[] | null] | undefined;
  if (!row) throw new Error(`There is no row of ${id}`);
  lastWork = { dat: row[0], history: row[1] ?? undefined };
  return lastWork;
}

/** The streams of a DAT; undefined when nothing has been reported. */
export const figuresOf = (id: string) => rows?.get(streamsRow(id)) as DatFigures | undefined;

/** What someone says of themselves; undefined for nothing. */
export const personOf = (username: string) =>
  rows?.get(personRow(username)) as PublicPerson | undefined;

const briefs = new Map(outline.briefs.map((brief) => [brief.id, brief]));

/** @throws when there is no such DAT */
export function briefOf(id: string): DatBrief {
  const brief = briefs.get(id);
  if (!brief) throw new Error(`There is no DAT ${id}`);
  return brief;
}

/** Works with the streams that their cards show. */
export const cardWorks = (shown: readonly Pick<DatBrief, 'id' | 'totalStreams'>[]) =>
  shown.map(({ id, totalStreams }) => ({ dat: workOf(id).dat, totalStreams }));
