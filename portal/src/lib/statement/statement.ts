import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import {
  formatCents,
  formatCount,
  formatDate,
  formatMonth,
  formatShare,
  formatTokens,
  formatUsdUpTo3,
} from '@datchain/shared/domain/format.ts';
import { partOf } from '@datchain/shared/domain/money.ts';
import { sumOf } from '@datchain/shared/domain/shown-amount.ts';
import { platformName } from '@datchain/shared/domain/streams/platform-name.ts';
import type { SharePpm, UsdMicros } from '@datchain/shared/domain/units.ts';

/** The name of a work; its id while there is none. */
export type SongOf = (datId: string) => string;

/** The streams of a work in a month: the exact sum of its platforms. */
export interface WorkStreams {
  readonly datId: string;
  readonly lines: readonly EarningsLine[];
  readonly micros: UsdMicros;
}

/** What was earned in a month, by kind. */
export interface StatementMonth {
  /** YYYY-MM */
  readonly month: string;
  readonly works: readonly WorkStreams[];
  /** Everything that is not a stream, by kind. */
  readonly others: readonly OtherPart[];
  readonly micros: UsdMicros;
}

export interface OtherPart {
  readonly title: string;
  readonly lines: readonly EarningsLine[];
}

type Kind = EarningsLine['kind'];
type StreamsLine = Extract<EarningsLine, { kind: 'streams' }>;

const otherParts: readonly { readonly kind: Exclude<Kind, 'streams'>; readonly title: string }[] = [
  { kind: 'first-sale', title: 'First sales' },
  { kind: 'resale', title: 'Editions you sold' },
  { kind: 'royalty', title: 'Royalties on resales' },
  { kind: 'tokens', title: 'Tokens you sold' },
  { kind: 'correction', title: 'Corrections of streams' },
  { kind: 'before', title: 'Before the books began' },
];

const total = (parts: readonly { readonly micros: UsdMicros }[]): UsdMicros =>
  sumOf(parts.map(({ micros }) => micros));

/** The largest first, then by name of the work, so that the order does not depend on the store. */
const byAmount = (a: { micros: number }, b: { micros: number }): number => b.micros - a.micros;

function monthOfLines(month: string, lines: readonly EarningsLine[]): StatementMonth {
  const streams = lines.filter((line): line is StreamsLine => line.kind === 'streams');
  const works = [...Map.groupBy(streams, ({ datId }) => datId)].map(([datId, own]) => ({
    datId,
    lines: own.toSorted(byAmount),
    micros: total(own),
  }));
  const others = otherParts.flatMap(({ kind, title }) => {
    const own = lines.filter((line) => line.kind === kind);
    return own.length === 0 ? [] : [{ title, lines: own.toSorted(byAmount) }];
  });
  return { month, works: works.toSorted(byAmount), others, micros: total(lines) };
}

/**
 * A statement from its lines, newest month first. Amounts are exact; each is rounded where it is
 * printed, so that a line is the same figure whatever it is listed with (N-FIG-05).
 */
export const statementOf = (lines: readonly EarningsLine[]): StatementMonth[] =>
  [...Map.groupBy(lines, ({ month }) => month)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, own]) => monthOfLines(month, own));

/** The exact sum of months. */
export const statementMicros = (months: readonly StatementMonth[]): UsdMicros => total(months);

/** '2026-11' → 'November 2026'; a year stays as it is. */
export const periodName = (period: string): string =>
  period.length > 4 ? formatMonth(period) : period;

/** What streams brought, and what of it is shared. */
export interface Brought {
  readonly count: number;
  readonly grossMicros: UsdMicros;
  readonly sharedMicros: UsdMicros;
  readonly sharePpm: number;
}

/** The parts of the sum of a line of streams; undefined for one from before they were told. */
export function broughtBy(line: EarningsLine): Brought | undefined {
  if (line.kind !== 'streams') return undefined;
  const { streamMicros, sharePpm, count } = line;
  if (streamMicros === undefined || sharePpm === undefined) return undefined;
  const grossMicros = count * streamMicros;
  return { count, grossMicros, sharedMicros: partOf(grossMicros, rates.streamSharePpm), sharePpm };
}

/** The same of a work, with each share that its lines have, once. */
export function broughtByWork({ lines }: WorkStreams) {
  const parts = lines.flatMap((line) => broughtBy(line) ?? []);
  if (parts.length < lines.length) return undefined;
  const sum = (of: (part: Brought) => number) => parts.reduce((all, part) => all + of(part), 0);
  return {
    count: sum(({ count }) => count),
    grossMicros: sum(({ grossMicros }) => grossMicros),
    sharedMicros: sum(({ sharedMicros }) => sharedMicros),
    sharesPpm: [...new Set(parts.map(({ sharePpm }) => sharePpm))],
  };
}

/** '5%', or '5% + 2.5%' where lines with both are added. */
export const sharesText = (sharesPpm: readonly SharePpm[]): string =>
  sharesPpm.map(formatShare).join(' + ');

/** How many editions of a work a share is of; undefined where a line does not say. */
export type EditionsOf = (line: EarningsLine) => number | undefined;

/**
 * How many editions the share of a line of streams is of. The creator has a part besides editions, and editions
 * may have different shares: then it is undefined.
 */
export function editionsOfShare(
  line: EarningsLine,
  dat: Pick<Dat, 'creatorId' | 'editions'> | undefined,
  uid: string | undefined,
): number | undefined {
  if (line.kind !== 'streams' || line.sharePpm === undefined) return undefined;
  if (!dat || dat.creatorId === uid) return undefined;
  const [one, ...others] = new Set(dat.editions.map(({ sharePpm }) => sharePpm));
  if (!one || others.length > 0 || line.sharePpm % one !== 0) return undefined;
  return line.sharePpm / one;
}

const times = (count: number): string => (count === 1 ? '' : `, ${formatCount(count)} times`);

/** What a line is about, in words. */
export function lineWords(line: EarningsLine, songOf: SongOf): string {
  switch (line.kind) {
    case 'streams':
      return line.streamMicros === undefined
        ? platformName(line.platform)
        : `${platformName(line.platform)}, ${formatUsdUpTo3(line.streamMicros / 1_000_000)} a stream`;
    case 'first-sale':
    case 'resale':
    case 'royalty':
      return `${songOf(line.datId)} #${line.edition}`;
    case 'tokens':
      return line.count === 0
        ? `Tokens of Link ${line.blockId}`
        : `${formatTokens(line.count)} of Link ${line.blockId}`;
    case 'correction':
      return `Correction of ${formatDate(Date.parse(line.date))}, ${platformName(line.platform)} recounted: ${songOf(line.datId)}`;
    case 'before':
      return line.datId === undefined ? 'Earned before the books began' : songOf(line.datId);
  }
}

/** How the amount comes about; '' where that is not known. */
export function lineSum(line: EarningsLine): string {
  switch (line.kind) {
    case 'streams': {
      const brought = broughtBy(line);
      if (!brought || line.streamMicros === undefined) return '';
      const rate = formatUsdUpTo3(line.streamMicros / 1_000_000);
      const shared = formatShare(rates.streamSharePpm);
      return `${formatCount(line.count)} × ${rate} × ${shared} × ${formatShare(brought.sharePpm)}`;
    }
    case 'first-sale':
    case 'resale':
    case 'royalty':
      return line.sharePpm === undefined
        ? ''
        : `${formatShare(line.sharePpm)} of ${formatCents(line.priceCents)}${times(line.count)}`;
    case 'tokens':
      return line.sharePpm === undefined || line.count === 0
        ? ''
        : `${formatShare(line.sharePpm)} of ${formatCents(line.priceCents * line.count)}`;
    case 'correction':
      return line.count === 0 ? '' : `${formatCount(line.count)} streams`;
    case 'before':
      return '';
  }
}
