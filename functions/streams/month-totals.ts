import type { DatShelf } from '@datchain/shared/contracts/documents/stream-shelf.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import { shownMonths, shownPeriods } from '@datchain/shared/domain/streams/shelf.ts';
import { storedPlays } from '@datchain/shared/domain/streams/summary.ts';
import type { Data } from '../stores/document-store.ts';

/** One total of a month or another period; without plays it is not to be shown (any more). */
interface Total {
  readonly platform: string;
  readonly period: string;
  readonly source: string;
  readonly plays: Plays | undefined;
}

function totalsOf(shelf: DatShelf): Total[] {
  const { platform } = shelf;
  const kinds = [
    { stored: shelf.months, shown: shownMonths(shelf) },
    { stored: shelf.periods, shown: shownPeriods(shelf) },
  ];
  return kinds.flatMap(({ stored, shown }) =>
    [...shown].flatMap(([source, figures]) =>
      Object.keys(stored[source] ?? {}).map((period) => {
        const plays = figures.get(period);
        return { platform, period, source, plays };
      }),
    ),
  );
}

const recordIn = (data: Data, key: string): Data => {
  const value = data[key];
  return isRecord(value) ? value : {};
};

function withTotal(data: Data, { platform, period, source, plays }: Total): Data {
  const periods = recordIn(data, platform);
  const { [source]: _replaced, ...others } = recordIn(periods, period);
  const figures = plays ? { ...others, [source]: storedPlays(plays) } : others;
  return { ...data, [platform]: { ...periods, [period]: figures } };
}

/**
 * Monthly and other totals by platform, period and source: a check, never added to days.
 *
 * @returns undefined when the shelves say nothing about them
 */
export function monthTotalsWith(
  before: Data | undefined,
  shelves: readonly DatShelf[],
): Data | undefined {
  const totals = shelves.flatMap(totalsOf);
  return totals.length === 0 ? undefined : totals.reduce(withTotal, before ?? {});
}
