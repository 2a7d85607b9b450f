import { rates } from '@datchain/shared/domain/config.ts';
import { formatCount, formatDate, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import { computeRounding, formatColumn, ROUNDING } from '@datchain/shared/domain/shown-amount.ts';
import type { Millis, UsdMicros } from '@datchain/shared/domain/units.ts';
import {
  broughtByWork,
  lineSum,
  lineWords,
  periodName,
  type SongOf,
  type StatementMonth,
  sharesText,
  statementMicros,
} from '../../lib/statement/statement.ts';

export interface PaperFact {
  readonly label: string;
  readonly value: string;
}

export interface PaperRow {
  readonly key: string;
  readonly name: string;
  readonly below?: string;
  readonly cells: readonly string[];
}

export interface PaperTable {
  readonly heads: readonly string[];
  readonly rows: readonly PaperRow[];
}

export interface StatementPaper {
  /** 'Statement, November 2026' */
  readonly name: string;
  readonly facts: readonly PaperFact[];
  readonly tables: readonly PaperTable[];
  /** The rounding difference between the rows and the total; undefined without one. */
  readonly rounding: PaperFact | undefined;
  readonly total: PaperFact;
  readonly paid: readonly PaperFact[];
  readonly notes: readonly string[];
}

export interface StatementOptions {
  /** YYYY or YYYY-MM */
  readonly period: string;
  readonly months: readonly StatementMonth[];
  readonly holder: string;
  readonly only: string | undefined;
  readonly paid: readonly PaperFact[];
  readonly now: Millis;
  readonly songOf: SongOf;
}

type Parts = Pick<StatementOptions, 'months' | 'songOf'> & {
  readonly usd: (micros: UsdMicros) => string;
};

const printedAmounts = (months: readonly StatementMonth[]): UsdMicros[] =>
  months.flatMap(({ works, others }) =>
    [...works, ...others.flatMap(({ lines }) => lines)].map(({ micros }) => micros),
  );

const streamRows = ({ months, songOf, usd }: Parts): PaperRow[] => {
  const shared = formatColumn(
    months.flatMap(({ works }) => works.flatMap((work) => broughtByWork(work)?.sharedMicros ?? [])),
  );
  return months.flatMap(({ month, works }) =>
    works.map((work) => {
      const brought = broughtByWork(work);
      return {
        key: `${month} ${work.datId}`,
        name: songOf(work.datId),
        ...(months.length > 1 && { below: periodName(month) }),
        cells: [
          brought ? formatCount(brought.count) : UNKNOWN,
          brought ? shared(brought.sharedMicros) : UNKNOWN,
          brought ? sharesText(brought.sharesPpm) : UNKNOWN,
          usd(work.micros),
        ],
      };
    }),
  );
};

const otherRows = ({ months, songOf, usd }: Parts): PaperRow[] =>
  months.flatMap(({ month, others }) =>
    others.flatMap(({ title, lines }) =>
      lines.map((line) => ({
        key: JSON.stringify(line),
        name: lineWords(line, songOf),
        below: months.length > 1 ? `${title}, ${periodName(month)}` : title,
        cells: [lineSum(line) || UNKNOWN, usd(line.micros)],
      })),
    ),
  );

/** Puts a statement into words (N-EXP-03); the sheet and the PDF only draw them. */
export function statementPaper(options: StatementOptions): StatementPaper {
  const { period, months, holder, only, paid, now } = options;
  const name = periodName(period);
  const isOver = period < new Date(now).toISOString().slice(0, period.length);
  const shared = formatShare(rates.streamSharePpm);
  const total = statementMicros(months);
  const amounts = printedAmounts(months);
  const rounding = computeRounding(amounts, total);
  const usd = formatColumn([...amounts, total]);
  const tables: PaperTable[] = [
    {
      heads: ['Streams', 'Counted', `${shared} shared`, 'Your share', 'You earned'],
      rows: streamRows({ ...options, usd }),
    },
    { heads: ['Other earnings', 'How', 'You earned'], rows: otherRows({ ...options, usd }) },
  ];
  return {
    name: `Statement, ${name}`,
    facts: [
      { label: 'For', value: holder },
      { label: 'Period, UTC', value: isOver ? name : `${name}, up to ${formatDate(now)}` },
      ...(only === undefined ? [] : [{ label: 'Only', value: only }]),
    ],
    tables: tables.filter(({ rows }) => rows.length > 0),
    rounding: rounding === 0 ? undefined : { label: ROUNDING, value: usd(rounding) },
    total: {
      label: `Earned in ${name}${only === undefined ? '' : ', filtered'}`,
      value: usd(total),
    },
    paid: paid.map(({ label, value }) => ({ label, value })),
    notes: [
      `Streams × what a stream is worth × ${shared} × your share: ${WHO_PAYS}`,
      'Reward tokens are not part of this statement. Every figure can be recalculated from the public log. This is not a tax document.',
    ],
  };
}
