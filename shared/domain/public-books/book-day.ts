import type { Posting } from '../books/postings.ts';
import type { Stored } from '../stored.ts';
import type { UsdMicros } from '../units.ts';
import type {
  bookLineSchema,
  dayFiguresSchema,
  lateEntriesSchema,
  publicBookDaySchema,
} from './book-day-schema.ts';
import { type BookFigure, type BookSide, bookFigures, findFigure } from './figures.ts';

export type BookLine = Stored<typeof bookLineSchema>;
export type LateEntries = Stored<typeof lateEntriesSchema>;
export type DayFigures = Stored<typeof dayFiguresSchema>;
export type DayFigure = DayFigures[BookFigure];
export type BookDay = Stored<typeof publicBookDaySchema>;

export interface BookEntry {
  readonly kind: string;
  readonly postings: readonly Posting[];
}

export type Closing = Readonly<Record<BookFigure, UsdMicros>>;

export const nothingYet = Object.fromEntries(bookFigures.map(({ key }) => [key, 0])) as Closing;

export const closingOf = ({ figures }: Pick<BookDay, 'figures'>): Closing =>
  Object.fromEntries(
    bookFigures.map(({ key }) => [key, figures[key].closingMicros]),
  ) as unknown as Closing;

export class DayOfBooks {
  readonly #moved = new Map<BookFigure, Map<string, { entries: number; deltaMicros: number }>>();
  readonly #late = new Map<string, number>();
  #entries = 0;

  /** @throws Error for an account that no figure has */
  add({ kind, postings }: BookEntry): void {
    this.#entries += 1;
    const moved = new Map<BookFigure, number>();
    for (const { account, asset, delta } of postings) {
      if (asset !== 'USD') continue;
      const { figure, sign } = findFigure(account);
      moved.set(figure, (moved.get(figure) ?? 0) + sign * delta);
    }
    for (const [figure, delta] of moved) if (delta !== 0) this.#line(figure, kind, delta);
  }

  addLate(entry: BookEntry, date: string): void {
    this.add(entry);
    this.#late.set(date, (this.#late.get(date) ?? 0) + 1);
  }

  #line(figure: BookFigure, kind: string, delta: UsdMicros): void {
    const kinds = this.#moved.get(figure) ?? new Map();
    this.#moved.set(figure, kinds);
    const line = kinds.get(kind) ?? { entries: 0, deltaMicros: 0 };
    kinds.set(kind, { entries: line.entries + 1, deltaMicros: line.deltaMicros + delta });
  }

  after(opening: Closing, day: Pick<BookDay, 'date' | 'upTo' | 'isClosed'>): BookDay {
    const figures = Object.fromEntries(
      bookFigures.map(({ key }) => {
        const lines = [...(this.#moved.get(key) ?? [])]
          .map(([kind, line]) => ({ kind, ...line }))
          .sort((a, b) => (a.kind < b.kind ? -1 : 1));
        const openingMicros = opening[key];
        const closingMicros = lines.reduce((sum, line) => sum + line.deltaMicros, openingMicros);
        return [key, { openingMicros, closingMicros, lines }];
      }),
    ) as unknown as DayFigures;
    const late = [...this.#late]
      .map(([date, entries]) => ({ date, entries }))
      .sort(
        // Stryker disable next-line EqualityOperator: Days are unique.
        (a, b) => (a.date < b.date ? -1 : 1),
      );
    return { ...day, entries: this.#entries, late, figures };
  }
}

export type Totals = Readonly<Record<BookSide, UsdMicros>>;

export function sumBySide({ figures }: Pick<BookDay, 'figures'>): Totals {
  const totals = { in: 0, out: 0, held: 0, owed: 0, earned: 0 };
  for (const { key, side } of bookFigures) totals[side] += figures[key].closingMicros;
  return totals;
}

/** Returns what came in, less what went out or is held, owed or earned: zero if the books balance. */
export function missingMicros(day: Pick<BookDay, 'figures'>): UsdMicros {
  const totals = sumBySide(day);
  return totals.in - totals.out - totals.held - totals.owed - totals.earned;
}
