import type { DayChange, MonthCheck, Outdone } from '@datchain/shared/domain/streams/shelf.ts';
import type { Source } from '@datchain/shared/domain/streams/sources.ts';
import type { Work } from '@datchain/shared/domain/streams/work-names.ts';
import type { Doubt } from '@datchain/shared/domain/streams/works.ts';

/** Rows that are refused for the same reason. */
export interface Reason {
  readonly reason: string;
  readonly count: number;
  /** Their lines as an editor counts them; of very many the first. */
  readonly lines: readonly number[];
  /** The wrong cell of the first row. */
  readonly example?: string;
}

const LINES_KEPT = 1_000;
const REASONS_KEPT = 200;

/** Counts refused rows by reason, with their lines. */
export class Reasons {
  readonly #byReason = new Map<string, { count: number; lines: number[]; example?: string }>();
  count = 0;

  /** @param example the cell that is wrong */
  add(reason: string, line: number, example?: string): void {
    this.count += 1;
    const key =
      this.#byReason.has(reason) || this.#byReason.size < REASONS_KEPT ? reason : 'other reasons';
    const known = this.#byReason.get(key) ?? {
      count: 0,
      lines: [],
      ...(example === undefined ? {} : { example }),
    };
    known.count += 1;
    if (known.lines.length < LINES_KEPT) known.lines.push(line);
    this.#byReason.set(key, known);
  }

  /** Most frequent first. */
  list(): Reason[] {
    return [...this.#byReason]
      .map(([reason, known]) => ({
        reason,
        ...known,
        lines: [...known.lines].sort((a, b) => a - b),
      }))
      .sort((a, b) => b.count - a.count);
  }
}

/** A work whose rows wait for a person, and the works that it may be. */
export interface Waiting {
  readonly work: Work;
  /** Title and artist as the report spells them. */
  readonly label: string;
  readonly doubt: Doubt;
  readonly candidates: readonly Candidate[];
  /** Rows of the imported file; 0 for a work that waited before. */
  readonly rows: number;
  readonly firstLine?: number;
  /** Days and periods that the work has from another row of the file. */
  readonly periods?: readonly string[];
}

/** A work that a person may mean. */
export interface Candidate {
  readonly datId: string;
  readonly songName: string;
  readonly artistName: string;
  /** Its own. */
  readonly isrc: string | undefined;
  /** The names of the row that credit it to this work, once a person links one of them. */
  readonly links: readonly string[];
  /** The names of the row that a person has linked to this work. */
  readonly linked: readonly string[];
}

/** What became of the figures of a file, or of what waited in the queue. */
export class Effects {
  /** Figures by DAT. */
  readonly figures = new Map<string, number>();
  /** By the names of the work. */
  readonly waiting = new Map<string, Waiting>();
  /** Rows of the file that were credited, and those that wait. */
  readonly rows = { taken: 0, waiting: 0 };
  /** Days that were shown and say something else now. */
  readonly changes: (DayChange & { datId: string })[] = [];
  /** Days held back because they may not be over. */
  held = 0;
  /** Figures below zero, which are kept and not shown. */
  readonly belowZero: { datId: string; source: string; period: string }[] = [];
  /** Figures for which a higher one counts that was said at the same time. */
  readonly outdone: (Outdone & { datId: string })[] = [];
  /** Batches of which another report has more lines. */
  readonly shorter = new Set<string>();

  noteWaiting(waiting: Waiting): void {
    const key = waiting.work.names.join('\n');
    const rows = waiting.rows + (this.waiting.get(key)?.rows ?? 0);
    this.waiting.set(key, { ...waiting, rows });
    this.rows.waiting += waiting.rows;
  }

  countFigures(datId: string, count: number): void {
    this.figures.set(datId, (this.figures.get(datId) ?? 0) + count);
  }
}

/** Tells of figures that do not count, by work and source. */
export const outdoneWarnings = ({ outdone }: Pick<Effects, 'outdone'>): string[] =>
  [...Map.groupBy(outdone, ({ datId, source }) => `${datId} ${source}`).values()].map((all) => {
    const [{ datId, period, said, counts }] = all as [Effects['outdone'][number]];
    const more = all.length > 1 ? ` So it is for ${all.length - 1} more.` : '';
    return `Of ${datId} on ${period}, ${said.streams} does not count: ${counts.streams} was said at the same time, and the higher counts.${more} If ${said.streams} is right, import its report again and say with --made-at that it was made later.`;
  });

/** What publishing did. */
export interface Published {
  /** DATs whose public figures were written again. */
  readonly dats: readonly string[];
  /** Months known by their days and by an accounting report, with both sums. */
  readonly checks: readonly (MonthCheck & { datId: string; platform: string })[];
}

/** The rows of a file by what became of them; the last three add up to the first. */
export interface Counted {
  readonly inFile: number;
  readonly taken: number;
  readonly waiting: number;
  readonly refused: number;
}

/** What became of one file. */
export type FileOutcome =
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly what: string;
      readonly reason: string;
      readonly bad: readonly Reason[];
    }
  | {
      readonly kind: 'known';
      readonly name: string;
      readonly source: Source;
      readonly warnings: readonly string[];
    }
  /** A file in an archive that is no report: what systems put into folders, and notes. */
  | { readonly kind: 'left out'; readonly name: string }
  /** A file that was a mistake: what it was credited, in figures by DAT, and what waited. */
  | {
      readonly kind: 'taken back';
      readonly name: string;
      readonly figures: ReadonlyMap<string, number>;
      readonly waiting: number;
    }
  | {
      readonly kind: 'taken';
      readonly name: string;
      readonly source: Source;
      readonly hash: string;
      /** Every row of the file is credited, waits or is refused (N-INP-05). */
      readonly rows: Counted;
      readonly refused: readonly Reason[];
      readonly period: { readonly start: string; readonly end: string } | undefined;
      readonly warnings: readonly string[];
      readonly effects: Effects;
    };
