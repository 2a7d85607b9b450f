import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { allDats, type Snapshot } from '../../snapshot.ts';
import { type HistoryRow, historyRows } from '../dat/history-view.ts';
import { datHref } from '../page/addresses.ts';

/** So many lines of each work are known: of all works together as many are sure to be the newest. */
const SHOWN = 50;

/** A line of the market's activity: a line of a work's history, and the work. */
export interface ActivityRow extends HistoryRow {
  readonly song: string;
  readonly href: string;
}

type Wanted = 'all' | 'sales';

/** The two lists of the page: everything, and what changed hands. */
export const activityLists = [
  { wanted: 'all', href: '/activity', text: 'Everything' },
  { wanted: 'sales', href: '/activity/sales', text: 'Sales' },
] as const;

/** The newest lines of all works together, newest first. */
export function activityRows(
  snapshot: Pick<Snapshot, 'dats' | 'takenDown' | 'histories'>,
  wanted: Wanted,
): ActivityRow[] {
  const works = new Map<string, Dat>(
    allDats(snapshot as Snapshot).map((dat) => [dat.id, dat] as const),
  );
  const lines: { line: HistoryLine; dat: Dat }[] = [];
  for (const [id, history] of Object.entries(snapshot.histories)) {
    const dat = works.get(id);
    if (!dat) continue;
    for (const line of history) {
      if (wanted === 'all' || line.kind === 'sold') lines.push({ line, dat });
    }
  }
  const newest = lines.sort((a, b) => b.line.at - a.line.at).slice(0, SHOWN);
  const rows = historyRows(newest.map(({ line }) => line));
  return rows.map((row, index) => {
    const dat = newest[index]?.dat as Dat;
    return { ...row, song: dat.songName, href: datHref(dat.id) };
  });
}
