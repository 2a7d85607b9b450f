import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { formatCents, formatDate } from '@datchain/shared/domain/format.ts';

/** A sale as a mark: across in percent of the time, down in percent of the height. */
export interface PricePoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

export interface PriceHistory {
  /** '12 sales between 14 Mar 2026 and 2 Nov 2026, from $10.00 to $45.00.' */
  readonly summary: string;
  /** Oldest first. */
  readonly points: readonly PricePoint[];
  /** The label at the top; undefined when all sales had one price, which the summary names. */
  readonly highest: string | undefined;
  readonly from: string;
  readonly to: string;
}

/** Room above and below the marks, in percent of the height. */
const TOP = 10;
const BOTTOM = 90;

const percent = (part: number): number => Math.round(part * 1_000) / 10;

/** Builds the chart of a work's sales; undefined for fewer than two. */
export function priceHistory(lines: readonly HistoryLine[]): PriceHistory | undefined {
  const sales = lines.flatMap(({ kind, at, priceCents, edition }) =>
    kind === 'sold' && priceCents !== null ? [{ at, priceCents, edition }] : [],
  );
  sales.reverse();
  const [first, last] = [sales[0], sales.at(-1)];
  if (!first || !last || sales.length < 2) return undefined;
  const prices = sales.map(({ priceCents }) => priceCents);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const acrossOf = (at: number): number =>
    last.at === first.at ? 0.5 : (at - first.at) / (last.at - first.at);
  // The base line is zero: twice the price is twice as high.
  const downOf = (price: number): number =>
    BOTTOM - (price / Math.max(1, highest)) * (BOTTOM - TOP);
  const [from, to] = [formatDate(first.at), formatDate(last.at)];
  const range =
    lowest === highest
      ? `at ${formatCents(lowest)}`
      : `from ${formatCents(lowest)} to ${formatCents(highest)}`;
  return {
    summary: `${sales.length} sales between ${from} and ${to}, ${range}.`,
    points: sales.map(({ at, priceCents, edition }, index) => ({
      key: `${index} ${edition}`,
      x: percent(acrossOf(at)),
      y: Math.round(downOf(priceCents) * 10) / 10,
    })),
    highest: lowest === highest ? undefined : formatCents(highest),
    from,
    to,
  };
}
