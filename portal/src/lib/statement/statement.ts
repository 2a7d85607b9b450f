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
import { applyPpm } from '@datchain/shared/domain/money.ts';
import { sumAmounts } from '@datchain/shared/domain/shown-amount.ts';
import { platformName } from '@datchain/shared/domain/streams/platform-name.ts';
import type { SharePpm, UsdMicros } from '@datchain/shared/domain/units.ts';

/** Returns the name of a work, or its id where the name is unknown. */
export type SongOf = (datId: string) => string;

export interface WorkStreams {
  readonly datId: string;
  readonly lines: readonly EarningsLine[];
  readonly micros: UsdMicros;
}

export interface StatementMonth {
  /** YYYY-MM */
  readonly month: string;
  readonly works: readonly WorkStreams[];
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
  sumAmounts(parts.map(({ micros }) => micros));

/** Sorts by amount, the largest first, so that the order does not depend on the store. */
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
 * Groups lines into a statement, newest month first. Amounts are exact; each is rounded where it is
 * printed, so that a line shows the same figure everywhere (N-FIG-05).
 */
export const makeStatement = (lines: readonly EarningsLine[]): StatementMonth[] =>
  [...Map.groupBy(lines, ({ month }) => month)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, own]) => monthOfLines(month, own));

export const statementMicros = (months: readonly StatementMonth[]): UsdMicros => total(months);

/** Formats '2026-11' as 'November 2026'; a year stays unchanged. */
export const periodName = (period: string): string =>
  period.length > 4 ? formatMonth(period) : period;

export interface Brought {
  readonly count: number;
  readonly grossMicros: UsdMicros;
  readonly sharedMicros: UsdMicros;
  readonly sharePpm: number;
}

/** Splits the amount of a streams line; undefined for old lines that lack the parts. */
export function broughtBy(line: EarningsLine): Brought | undefined {
  if (line.kind !== 'streams') return undefined;
  const { streamMicros, sharePpm, count } = line;
  if (streamMicros === undefined || sharePpm === undefined) return undefined;
  const grossMicros = count * streamMicros;
  return {
    count,
    grossMicros,
    sharedMicros: applyPpm(grossMicros, rates.streamSharePpm),
    sharePpm,
  };
}

/** Sums the parts of a work's lines, with each distinct share once. */
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

/** Formats '5%', or '5% + 2.5%' where lines of both shares are summed. */
export const sharesText = (sharesPpm: readonly SharePpm[]): string =>
  sharesPpm.map(formatShare).join(' + ');

export type EditionsOf = (line: EarningsLine) => number | undefined;

/**
 * Computes the number of editions behind the share of a streams line. Undefined for the creator,
 * who has a part besides editions, and where editions have different shares.
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

/** Formats how the amount is computed; '' where that is unknown. */
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
