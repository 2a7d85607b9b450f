import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import type { PageGroup, PlannedPage } from './plan.ts';
import type { GivenDat } from './rows/dat-brief.ts';
import { readJsonLines } from './rows/json-lines.ts';
import { emptyOutline, type Outline, readOutline } from './rows/outline.ts';
import { LostRow, openRows } from './rows/row-file.ts';
import { personRow, streamsRow } from './snapshot.ts';

/** Data that all pages share. Until openBuild the ledger is empty. */
export let outline: Outline = emptyOutline;

let rowOf: (key: string) => unknown = () => undefined;

export interface BuildFiles {
  readonly outlineFile: string;
  readonly rowsFile: string;
}

/** Opens the data of a build. Pages can be loaded before. */
export function openBuild({ outlineFile, rowsFile }: BuildFiles): void {
  outline = readOutline(outlineFile);
  rowOf = openRows(rowsFile);
}

/** Reads a plan: the pages of routes with parameters, each with its props. */
export function* readPlan(path: string): Generator<PlannedPage> {
  for (const { props, pages } of readJsonLines<PageGroup>(path)) {
    for (const page of pages) {
      yield { ...page, props: page.props ? { ...props, ...page.props } : props };
    }
  }
}

// Astro's own build, which tests compare with ours, gets its data from the environment.
const { LEDGER_OUTLINE: outlineFile, LEDGER_ROWS: rowsFile, LEDGER_PLAN: planFile } = process.env;
if (outlineFile && rowsFile) openBuild({ outlineFile, rowsFile });
const planned = planFile ? [...readPlan(planFile)] : [];

/** Lists the paths of a route for Astro's own build; ours follows the plan. */
export const plannedPaths = <Props>(route: string) =>
  planned
    .filter((page) => page.route === route)
    .map(({ params, props }) => ({ params: { ...params }, props: props as Props }));

export interface Work {
  readonly dat: Dat;
  readonly history: readonly HistoryLine[] | undefined;
}

/** More works than a page of a list shows. */
const KEPT = 100;

/** Caches the last values read: neighbours in the plan show the same works. */
function reader<Read>(read: (id: string) => Read): (id: string) => Read {
  const kept = new Map<string, Read>();
  return (id) => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const found = read(id);
    kept.set(id, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}

/** Reads a DAT with its history. @throws LostRow */
export const readWork = reader((id): Work => {
  const row = rowOf(id) as [dat: Dat, history: HistoryLine[] | null] | undefined;
  if (!row) throw new LostRow(`There is no row of ${id}`);
  return { dat: row[0], history: row[1] ?? undefined };
});

/** Reads the streams of a DAT; undefined before the first report. */
export const readDatFigures = reader((id) => rowOf(streamsRow(id)) as DatFigures | undefined);

/** Reads a person's profile; undefined for an empty one. */
export const readPublicPerson = (username: string) =>
  rowOf(personRow(username)) as PublicPerson | undefined;

export const cardWorks = (shown: readonly Pick<GivenDat, 'id' | 'totalStreams'>[]) =>
  shown.map(({ id, totalStreams }) => ({ dat: readWork(id).dat, totalStreams }));
