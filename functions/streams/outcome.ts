import type { DayChange, MonthCheck } from '@datchain/shared/domain/streams/shelf.ts';
import type { Source } from '@datchain/shared/domain/streams/sources.ts';
import type { Match } from '@datchain/shared/domain/streams/works.ts';

/** Lines with the same reason. */
export interface Reason {
  readonly reason: string;
  readonly count: number;
  /** The first of them, as an editor counts. */
  readonly lines: readonly number[];
}

const LINES_SHOWN = 5;
const REASONS_KEPT = 200;

/** Counts lines by reason, remembering where the first of each are. */
export class Reasons {
  private readonly byReason = new Map<string, { count: number; lines: number[] }>();
  count = 0;

  add(reason: string, line: number): void {
    this.count += 1;
    let known = this.byReason.get(reason);
    if (!known) {
      const key = this.byReason.size < REASONS_KEPT ? reason : 'other reasons';
      known = this.byReason.get(key) ?? { count: 0, lines: [] };
      this.byReason.set(key, known);
    }
    known.count += 1;
    if (known.lines.length < LINES_SHOWN) known.lines.push(line);
  }

  /** Most frequent first. */
  list(): Reason[] {
    return [...this.byReason]
      .map(([reason, { count, lines }]) => ({ reason, count, lines: [...lines] }))
      .sort((a, b) => b.count - a.count);
  }
}

/** What became of the figures of a file, or of what waited in the queue. */
export class Effects {
  /** Figures by DAT. */
  readonly figures = new Map<string, number>();
  /** Works that no DAT was found for: how the report calls them, by key. */
  readonly waiting = new Map<string, string>();
  /** Works that several DATs answer to. */
  readonly ambiguous = new Map<string, readonly string[]>();
  /** DATs that such a work is called like, and that have another ISRC. */
  readonly alike = new Map<string, readonly string[]>();
  /** Days that were shown and say something else now. */
  readonly changes: (DayChange & { datId: string })[] = [];
  /** Days held back because they may not be over. */
  held = 0;
  /** Figures below zero, which are kept and not shown. */
  readonly belowZero: { datId: string; source: string; period: string }[] = [];
  /** Batches of which another report has more lines. */
  readonly shorter = new Set<string>();
  readonly unclear = new Reasons();

  /** Notes a work that stays in the queue, and what a person can be asked about it. */
  noteWaiting(key: string, label: string, match: Match): void {
    this.waiting.set(key, label);
    if (match.kind === 'ambiguous') this.ambiguous.set(key, match.datIds);
    if (match.kind === 'unknown' && match.alike) this.alike.set(key, match.alike);
  }

  countFigures(datId: string, count: number): void {
    this.figures.set(datId, (this.figures.get(datId) ?? 0) + count);
  }
}

/** What publishing did. */
export interface Published {
  /** DATs whose public figures were written again. */
  readonly dats: readonly string[];
  /** Months known by their days and by an accounting report, with both sums. */
  readonly checks: readonly (MonthCheck & { datId: string; platform: string })[];
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
  | { readonly kind: 'known'; readonly name: string; readonly source: Source }
  | {
      readonly kind: 'taken';
      readonly name: string;
      readonly source: Source;
      readonly hash: string;
      readonly lines: number;
      readonly taken: number;
      readonly passedOver: readonly Reason[];
      readonly bad: readonly Reason[];
      readonly period: { readonly start: string; readonly end: string } | undefined;
      readonly warnings: readonly string[];
      readonly effects: Effects;
    };
