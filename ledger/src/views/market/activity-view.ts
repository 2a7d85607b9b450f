import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type HistoryRow, historyRows, namedOwners } from '../dat/history-view.ts';
import { listedName } from '../dats/dat-card-view.ts';
import { datHref } from '../page/addresses.ts';
import { countBytes, firstThatFit } from '../page/paging.ts';

/** The number of known lines per work, and of lines shown: the newest of all works are among them. */
const SHOWN = 50;

export interface ActivityRow extends HistoryRow {
  readonly song: string;
  readonly href: string;
}

type Wanted = 'all' | 'sales';

export const activityLists = [
  { wanted: 'all', href: '/activity', text: 'Everything' },
  { wanted: 'sales', href: '/activity/sales', text: 'Sales' },
] as const;

export interface HistoryBrief {
  readonly newestAt?: Millis | undefined;
  readonly newestSaleAt?: Millis | undefined;
}

interface Brief {
  readonly id: string;
  readonly history?: HistoryBrief | undefined;
}

export interface WorkHistory {
  readonly dat: Pick<Dat, 'id' | 'songName' | 'editions'>;
  readonly history: readonly HistoryLine[] | undefined;
}

/** Selects the works that can have one of the newest lines. */
export function newestWorks<T extends Brief>(briefs: readonly T[], wanted: Wanted): T[] {
  const at = ({ history }: Brief) =>
    (wanted === 'all' ? history?.newestAt : history?.newestSaleAt) ?? -Infinity;
  const byId = (a: T, b: T) => (a.id < b.id ? -1 : 1);
  const newestFirst = (a: T, b: T) => at(b) - at(a) || byId(a, b);
  let newest: T[] = [];
  // Sorting tens of thousands of works is avoided: those older than enough others are skipped.
  let oldest: T | undefined;
  for (const brief of briefs) {
    if (at(brief) === -Infinity || (oldest && newestFirst(oldest, brief) < 0)) continue;
    newest.push(brief);
    if (newest.length < 2 * SHOWN) continue;
    newest = newest.sort(newestFirst).slice(0, SHOWN);
    oldest = newest.at(-1);
  }
  return newest.sort(newestFirst).slice(0, SHOWN).sort(byId);
}

/** Returns the last change of any work with a history; undefined for none. */
export const activityChangedAt = (
  briefs: readonly (Brief & { readonly changedAt: Millis })[],
): Millis | undefined => {
  let newest: Millis | undefined;
  for (const { history, changedAt } of briefs) {
    if (history && (newest === undefined || changedAt > newest)) newest = changedAt;
  }
  return newest;
};

const textBytesIn = ({ line, dat }: { line: HistoryLine; dat: WorkHistory['dat'] }): number =>
  countBytes(listedName(dat.songName), line.from ?? '', line.to ?? '');

/** Lists the newest lines of these works, fewer where their texts are long. */
export function activityRows(works: readonly WorkHistory[], wanted: Wanted): ActivityRow[] {
  const lines = works.flatMap(({ dat, history }) =>
    (history ?? [])
      .filter(({ kind }) => wanted === 'all' || kind === 'sold')
      .map((line) => ({ line, dat })),
  );
  const sorted = lines.sort((a, b) => b.line.at - a.line.at);
  const newest = firstThatFit(sorted, SHOWN, textBytesIn);
  const owners = new Set(works.flatMap(({ dat }) => [...namedOwners(dat)]));
  const rows = historyRows(
    newest.map(({ line }) => line),
    owners,
  );
  return rows.flatMap((row, index) => {
    const dat = newest[index]?.dat;
    return dat ? [{ ...row, song: listedName(dat.songName), href: datHref(dat.id) }] : [];
  });
}
