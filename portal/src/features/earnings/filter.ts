import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';

/** Where earnings come from, as they can be chosen. */
export const sources = [
  { name: 'streams', text: 'Streams', kinds: ['streams', 'correction'] },
  { name: 'sales', text: 'Sales', kinds: ['first-sale', 'resale', 'royalty', 'tokens'] },
  { name: 'before', text: 'Before the books began', kinds: ['before'] },
] as const satisfies readonly {
  name: string;
  text: string;
  kinds: readonly EarningsLine['kind'][];
}[];

export type Source = (typeof sources)[number];

/** What of the statement is shown. */
export interface EarningsFilter {
  /** YYYY or YYYY-MM */
  readonly period: string;
  /** One work alone. */
  readonly datId?: string | undefined;
  readonly source?: Source['name'] | undefined;
}

const isPeriod = (text: string): boolean => /^20\d\d(-(0[1-9]|1[0-2]))?$/.test(text);
const isDatId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);

/** The filter that an address names; what it names wrongly is left out, and the period is this year. */
export function readFilter(search: URLSearchParams, thisYear: string): EarningsFilter {
  const [period, work] = [search.get('period') ?? '', search.get('work') ?? ''];
  return {
    period: isPeriod(period) && period.slice(0, 4) <= thisYear ? period : thisYear,
    datId: isDatId(work) ? work : undefined,
    source: sources.find(({ name }) => name === search.get('source'))?.name,
  };
}

/** The same as an address has it. */
export const searchOf = (
  { period, datId, source }: EarningsFilter,
  thisYear: string,
): Record<string, string> => ({
  ...(period === thisYear ? {} : { period }),
  ...(datId === undefined ? {} : { work: datId }),
  ...(source === undefined ? {} : { source }),
});

/** Whether only some of what was earned is shown, and no payout belongs to it. */
export const isNarrow = ({ datId, source }: EarningsFilter): boolean =>
  datId !== undefined || source !== undefined;

const isOf = (line: EarningsLine, kinds: readonly EarningsLine['kind'][]): boolean =>
  kinds.includes(line.kind);

/** The lines of a year that are of the chosen work and source, in all of its months. */
export function narrowed(
  lines: readonly EarningsLine[],
  { datId, source }: EarningsFilter,
): EarningsLine[] {
  const kinds = sources.find(({ name }) => name === source)?.kinds;
  return lines.filter(
    (line) =>
      (datId === undefined || ('datId' in line && line.datId === datId)) &&
      (kinds === undefined || isOf(line, kinds)),
  );
}

/** The works and sources that lines are about, and those that are chosen. */
export function choicesOf(lines: readonly EarningsLine[], { datId, source }: EarningsFilter) {
  const ids = lines.flatMap((line) => ('datId' in line && line.datId) || []);
  return {
    datIds: [...new Set(datId === undefined ? ids : [...ids, datId])],
    sources: sources.filter(
      ({ name, kinds }) => name === source || lines.some((line) => isOf(line, kinds)),
    ),
  };
}
