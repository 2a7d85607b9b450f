import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';

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

export interface EarningsFilter {
  /** YYYY or YYYY-MM */
  readonly period: string;
  readonly datId?: string | undefined;
  readonly source?: Source['name'] | undefined;
}

const isPeriod = (text: string): boolean => /^20\d\d(-(0[1-9]|1[0-2]))?$/.test(text);
const isDatId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);

/**
 * Reads the filter from an address; invalid values are ignored, and the period defaults to this
 * year.
 */
export function readFilter(search: URLSearchParams, thisYear: string): EarningsFilter {
  const [period, work] = [search.get('period') ?? '', search.get('work') ?? ''];
  return {
    period: isPeriod(period) && period.slice(0, 4) <= thisYear ? period : thisYear,
    datId: isDatId(work) ? work : undefined,
    source: sources.find(({ name }) => name === search.get('source'))?.name,
  };
}

export const formatSearch = (
  { period, datId, source }: EarningsFilter,
  thisYear: string,
): Record<string, string> => ({
  ...(period === thisYear ? {} : { period }),
  ...(datId === undefined ? {} : { work: datId }),
  ...(source === undefined ? {} : { source }),
});

/** Tells whether a work or a source is chosen; payouts belong to no such part. */
export const isNarrow = ({ datId, source }: EarningsFilter): boolean =>
  datId !== undefined || source !== undefined;

const isOf = (line: EarningsLine, kinds: readonly EarningsLine['kind'][]): boolean =>
  kinds.includes(line.kind);

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

export function listChoices(lines: readonly EarningsLine[], { datId, source }: EarningsFilter) {
  const ids = lines.flatMap((line) => ('datId' in line && line.datId) || []);
  return {
    datIds: [...new Set(datId === undefined ? ids : [...ids, datId])],
    sources: sources.filter(
      ({ name, kinds }) => name === source || lines.some((line) => isOf(line, kinds)),
    ),
  };
}
