import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { findEntryKind } from '@datchain/shared/domain/books/entry-kinds.ts';
import {
  formatExactColumn,
  formatExactly,
  formatMove,
} from '@datchain/shared/domain/exact-amount.ts';
import {
  formatCents,
  formatCount,
  formatDateTime,
  formatDay,
  formatTokens,
} from '@datchain/shared/domain/format.ts';
import { missingMicros, sumBySide } from '@datchain/shared/domain/public-books/book-day.ts';
import {
  type BookFigure,
  type BookSide,
  bookFigures,
} from '@datchain/shared/domain/public-books/figures.ts';
import { hasOwnLine } from '@datchain/shared/domain/public-books/logged-kinds.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { periodText } from '../page/period-text.ts';

export interface BooksLine {
  readonly text: string;
  readonly amount: string;
  readonly inLog?: EntriesInLog;
}

/** Entries of one kind that moved a figure on a day: the public log has a line for each of them. */
export interface EntriesInLog {
  readonly date: string;
  readonly figure: BookFigure;
  readonly kind: string;
  readonly deltaMicros: number;
}

export const dayLogHref = (date: string): string => `/data/v1/days/${date}.jsonl`;

export interface BooksFigure {
  readonly name: string;
  readonly amount: string;
  readonly lines: readonly BooksLine[];
}

export interface BooksSide {
  readonly key: BookSide;
  readonly name: string;
  readonly total: string;
  readonly figures: readonly BooksFigure[];
}

export interface BooksView {
  readonly title: string;
  /** 'As of the end of 19 Nov 2026 (UTC).', or the last moment of an open day. */
  readonly state: string;
  readonly entries: string;
  /** Entries that came late for closed days, one sentence per day. */
  readonly late: readonly string[];
  readonly sides: readonly BooksSide[];
  /** Received minus paid out, equal to held, owed and earned. */
  readonly left: string;
  readonly right: string;
  readonly balances: boolean;
  /** The amount that the shop owner has to pay in; undefined while the platform's own money covers its promises. */
  readonly shortfall: string | undefined;
  readonly due: {
    readonly users: string;
    readonly owed: string;
    readonly tokens: string;
    readonly rewardTokens: string;
  };
}

/** The debts when the newest day closed, beside the balance that Stripe reported. */
export interface ClosedView {
  readonly day: string;
  readonly owed: string;
  readonly at: string;
  readonly assets: { readonly available: string; readonly pending: string } | undefined;
  readonly coins: string;
  readonly root: string;
  readonly logHref: string;
}

/** Returns the newest closed day whose debts are in the public log. @param days newest first */
export function closedView(days: readonly StoredBookDay[]): ClosedView | undefined {
  const day = days.find(({ isClosed, closing }) => isClosed && closing);
  if (!day?.closing) return undefined;
  const { at, assets, coins, root } = day.closing;
  return {
    day: formatDay(day.date),
    owed: formatExactly(day.balances.owedMicros),
    at: formatDateTime(at),
    assets: assets
      ? {
          available: formatCents(assets.availableCents),
          pending: formatCents(assets.pendingCents),
        }
      : undefined,
    coins: formatCount(coins),
    root,
    logHref: dayLogHref(utcDay(at)),
  };
}

const sideNames: readonly (readonly [BookSide, string])[] = [
  ['in', 'What came in'],
  ['out', 'What went out'],
  ['held', 'Held'],
  ['owed', 'Owed'],
  ['earned', 'Earned'],
];

type Format = (micros: UsdMicros) => string;

function amountsOf(day: StoredBookDay): UsdMicros[] {
  const { in: cameIn, out, held, owed, earned } = sumBySide(day);
  const figures = Object.values(day.figures).flatMap(({ openingMicros, closingMicros, lines }) => [
    openingMicros,
    closingMicros,
    ...lines.map(({ deltaMicros }) => deltaMicros),
  ]);
  return [...figures, cameIn, out, held, owed, earned];
}

function figureOf(
  day: StoredBookDay,
  { key, name }: (typeof bookFigures)[number],
  usd: Format,
): BooksFigure {
  const { openingMicros, closingMicros, lines } = day.figures[key];
  return {
    name,
    amount: usd(closingMicros),
    lines: [
      { text: 'At the start of the day', amount: usd(openingMicros) },
      ...lines.map(({ kind, entries, deltaMicros }) => ({
        text: `${formatCount(entries)} × ${findEntryKind(kind).inBooks ?? kind}`,
        amount: formatMove(deltaMicros, usd),
        ...(hasOwnLine(kind) ? { inLog: { date: day.date, figure: key, kind, deltaMicros } } : {}),
      })),
      {
        text: day.isClosed ? 'At the end of the day' : 'So far',
        amount: usd(closingMicros),
      },
    ],
  };
}

export const bookDayHref = (date: string): string => `/books/${date}`;

const lateText = ({ date, entries }: StoredBookDay['late'][number]): string =>
  entries === 1
    ? `One of them is dated ${formatDay(date)} and came after that day was closed.`
    : `${formatCount(entries)} of them are dated ${formatDay(date)} and came after that day was closed.`;

export function booksView(day: StoredBookDay): BooksView {
  const totals = sumBySide(day);
  const { balances } = day;
  const usd = formatExactColumn(amountsOf(day));
  return {
    title: formatDay(day.date),
    state: day.isClosed
      ? `As of the end of ${formatDay(day.date)} (UTC).`
      : `So far, up to ${formatDateTime(day.upTo)}.`,
    entries: `${formatCount(day.entries)} ${day.entries === 1 ? 'entry' : 'entries'} that day.`,
    late: day.late.map(lateText),
    sides: sideNames.map(([side, name]) => ({
      key: side,
      name,
      total: usd(totals[side]),
      figures: bookFigures.filter((one) => one.side === side).map((one) => figureOf(day, one, usd)),
    })),
    left: usd(totals.in - totals.out),
    right: usd(totals.held + totals.owed + totals.earned),
    balances: missingMicros(day) === 0,
    shortfall: totals.earned < 0 ? formatExactly(0 - totals.earned) : undefined,
    due: {
      users: formatCount(day.users),
      owed: formatExactly(balances.owedMicros),
      tokens: formatTokens(balances.tokens, 'utility'),
      rewardTokens: formatTokens(balances.rewardTokens, 'reward'),
    },
  };
}

export interface BookDayRow {
  readonly date: string;
  readonly text: string;
  readonly href: string;
  readonly cameIn: string;
  readonly wentOut: string;
  readonly kept: string;
}

/** A row for each day; each column has the same decimals (N-FIG-05). */
function bookDayRows(days: readonly StoredBookDay[]): BookDayRow[] {
  const totals = days.map((day) => {
    const { in: cameIn, out: wentOut, held, owed, earned } = sumBySide(day);
    return { cameIn, wentOut, kept: held + owed + earned };
  });
  const cameIn = formatExactColumn(totals.map((total) => total.cameIn));
  const wentOut = formatExactColumn(totals.map((total) => total.wentOut));
  const kept = formatExactColumn(totals.map((total) => total.kept));
  return days.map(({ date }, at) => ({
    date,
    text: formatDay(date),
    href: bookDayHref(date),
    cameIn: cameIn(totals[at]?.cameIn ?? 0),
    wentOut: wentOut(totals[at]?.wentOut ?? 0),
    kept: kept(totals[at]?.kept ?? 0),
  }));
}

export interface BookMonth {
  readonly month: string;
  readonly text: string;
  readonly kept: string;
  readonly rows: readonly BookDayRow[];
}

/** All days by month, newest first. */
export const bookMonths = (days: readonly StoredBookDay[]): BookMonth[] =>
  [...Map.groupBy(bookDayRows(days), ({ date }) => date.slice(0, 7))].map(([month, rows]) => ({
    month,
    text: periodText('3m', month).full,
    kept: rows[0]?.kept ?? '',
    rows,
  }));
