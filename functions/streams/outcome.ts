import type {
  DayChange,
  MonthCheck,
  Outdone,
} from '@datchain/shared/domain/streams/month-record.ts';
import type { Source } from '@datchain/shared/domain/streams/sources.ts';
import type { Work } from '@datchain/shared/domain/streams/work-names.ts';
import type { Doubt } from '@datchain/shared/domain/streams/works.ts';

export interface Reason {
  readonly reason: string;
  readonly count: number;
  /** Line numbers as an editor counts them; only the first ones if there are very many. */
  readonly lines: readonly number[];
  readonly example?: string;
}

const MAX_LINES_PER_REASON = 1_000;
const MAX_REASONS = 200;

export class Reasons {
  readonly #byReason = new Map<string, { count: number; lines: number[]; example?: string }>();
  count = 0;

  add(reason: string, line: number, example?: string): void {
    this.count += 1;
    const key =
      this.#byReason.has(reason) || this.#byReason.size < MAX_REASONS ? reason : 'other reasons';
    const known = this.#byReason.get(key) ?? {
      count: 0,
      lines: [],
      ...(example === undefined ? {} : { example }),
    };
    known.count += 1;
    if (known.lines.length < MAX_LINES_PER_REASON) known.lines.push(line);
    this.#byReason.set(key, known);
  }

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

export interface Waiting {
  readonly work: Work;
  readonly label: string;
  readonly doubt: Doubt;
  readonly candidates: readonly Candidate[];
  /** Rows of the imported file; 0 for a work that waited before. */
  readonly rows: number;
  readonly firstLine?: number;
  /** Days and periods for which the work already has another row of the file. */
  readonly periods?: readonly string[];
}

export interface Candidate {
  readonly datId: string;
  readonly songName: string;
  readonly artistName: string;
  readonly isrc: string | undefined;
  /** Names of the row that would credit it to this work, once a person links one of them. */
  readonly links: readonly string[];
  readonly linked: readonly string[];
}

export class Effects {
  readonly figures = new Map<string, number>();
  readonly waiting = new Map<string, Waiting>();
  readonly rows = { taken: 0, waiting: 0 };
  readonly changes: (DayChange & { datId: string })[] = [];
  /** Days held back because they may not be over. */
  held = 0;
  /** Negative figures, which are kept and not shown. */
  readonly belowZero: { datId: string; source: string; period: string }[] = [];
  /** Figures that do not count because a report of the same time has a higher one. */
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

export const outdoneWarnings = ({ outdone }: Pick<Effects, 'outdone'>): string[] =>
  [...Map.groupBy(outdone, ({ datId, source }) => `${datId} ${source}`).values()].map((all) => {
    const [{ datId, period, said, counts }] = all as [Effects['outdone'][number]];
    const more = all.length > 1 ? ` The same is true of ${all.length - 1} more.` : '';
    return `${datId} on ${period}: ${said.streams} does not count, because another report of the same time has ${counts.streams}, and the higher figure counts.${more} If ${said.streams} is right, import its report again with a later --made-at.`;
  });

export interface Published {
  readonly dats: readonly string[];
  /** Months known both by days and by an accounting report, with both sums. */
  readonly checks: readonly (MonthCheck & { datId: string; platform: string })[];
}

/** The rows of a file by outcome; the last three add up to the first. */
export interface Counted {
  readonly inFile: number;
  readonly taken: number;
  readonly waiting: number;
  readonly refused: number;
}

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
  /** A file of an archive that is no report, such as a note or a system file. */
  | { readonly kind: 'left out'; readonly name: string }
  /** A file that was a mistake: its taken-back figures by DAT, and the rows that waited. */
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
