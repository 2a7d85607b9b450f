import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { makeStatement } from '../../lib/statement/statement.ts';

/** The earnings that works brought their artist, by source and not rounded. */
export interface DeskSums {
  readonly sales: UsdMicros;
  readonly royalties: UsdMicros;
  /** Includes corrections of streams. */
  readonly streams: UsdMicros;
  /** Earned before the books began, from an unknown source. */
  readonly before: UsdMicros;
  readonly total: UsdMicros;
}

export interface DeskMonth {
  /** YYYY-MM. */
  readonly month: string;
  readonly sums: DeskSums;
}

export interface DeskEarnings {
  /** Newest first. */
  readonly months: readonly DeskMonth[];
  readonly byWork: ReadonlyMap<string, DeskSums>;
  readonly all: DeskSums;
}

type Part = Exclude<keyof DeskSums, 'total'>;

const partOfKind: Readonly<Record<EarningsLine['kind'], Part | undefined>> = {
  'first-sale': 'sales',
  resale: 'sales',
  royalty: 'royalties',
  streams: 'streams',
  correction: 'streams',
  before: 'before',
  tokens: undefined,
};

const workOf = (line: EarningsLine): string => ('datId' in line && line.datId) || '';

export const linesOfWorks = (
  lines: readonly EarningsLine[],
  datIds: ReadonlySet<string>,
): EarningsLine[] => lines.filter((line) => partOfKind[line.kind] && datIds.has(workOf(line)));

function sumLines(lines: readonly EarningsLine[]): DeskSums {
  const sums = { sales: 0, royalties: 0, streams: 0, before: 0, total: 0 };
  for (const { kind, micros } of lines) {
    const part = partOfKind[kind];
    if (part) sums[part] += micros;
    sums.total += micros;
  }
  return sums;
}

/** Sums statement lines for the desk's two tables (N-PPL-08). */
export function deskEarnings(lines: readonly EarningsLine[]): DeskEarnings {
  const months = makeStatement(lines).map(({ month, works, others }) => ({
    month,
    sums: sumLines([...works, ...others].flatMap((part) => part.lines)),
  }));
  const byWork = [...Map.groupBy(lines, workOf)].map(([datId, own]): [string, DeskSums] => [
    datId,
    sumLines(own),
  ]);
  return { months, byWork: new Map(byWork), all: sumLines(lines) };
}

export const soldEditions = ({ editions }: Pick<Dat, 'editions'>) =>
  editions.filter(({ isWithCreator }) => !isWithCreator);

export interface Holder {
  /** Empty for all unnamed holders together: their number is not public. */
  readonly username: string;
  readonly works: number;
  readonly editions: number;
}

/**
 * Counts the holders of these works under their public names: the most editions first, then by
 * name, and the unnamed together last.
 */
export function countHolders(dats: readonly Dat[]): Holder[] {
  const held = dats.flatMap((dat) =>
    soldEditions(dat).map(({ ownerUsername }) => ({ datId: dat.id, ownerUsername })),
  );
  return [...Map.groupBy(held, ({ ownerUsername }) => ownerUsername)]
    .map(([username, own]) => ({
      username,
      works: new Set(own.map(({ datId }) => datId)).size,
      editions: own.length,
    }))
    .sort(
      (a, b) =>
        Number(a.username === '') - Number(b.username === '') ||
        b.editions - a.editions ||
        a.username.localeCompare(b.username, 'en'),
    );
}
