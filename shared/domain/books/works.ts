import { withCreatorPart } from './editions.ts';
import type { HoldingsGuard, StreamedLine, WorkHoldings, WorkSums, WorksPage } from './guards.ts';

/** The number that stands for the creator's part of a work beyond its editions. */
export const CREATOR_PART = 0;

/** The works on a page of a wallet. With 20 editions each, a page is a fifth of a Firestore document's limit. */
export const WORKS_A_PAGE = 100;

export const pageAfter = (works: number): number => Math.floor(works / WORKS_A_PAGE);

/** Returns the last page of this many works; 0 if all are on the first. */
export const findLastPage = (works: number): number => pageAfter(Math.max(0, works - 1));

export const noWorks: WorkSums = {
  works: 0,
  held: 0,
  editions: 0,
  released: 0,
  heldMicros: 0,
  soldOnMicros: 0,
  releasedMicros: 0,
};

export const streamedOf = ({ streamed = [] }: WorksPage, datId: string): readonly StreamedLine[] =>
  streamed.filter((line) => line.datId === datId);

/** Adds the earnings of streams, which the page of a work stores, to its editions and creator part. */
export function withStreams<Guard extends HoldingsGuard>(
  guard: Guard,
  streamed: readonly StreamedLine[],
): Guard {
  const creator = streamed.filter(({ number }) => number === CREATOR_PART);
  const { created } = creator.reduce<HoldingsGuard>(
    (all, { datId, micros }) => withCreatorPart(all, datId, micros),
    guard,
  );
  const added = ({ datId, number }: { datId: string; number: number }) =>
    streamed
      .filter((line) => line.datId === datId && line.number === number)
      .reduce((sum, { micros }) => sum + micros, 0);
  const holdings = guard.holdings.map((holding) => ({
    ...holding,
    earnedMicros: holding.earnedMicros + added(holding),
  }));
  return { ...guard, holdings, created };
}

/** Adds earnings of streams to a page. */
export function addStreamed(page: WorksPage, added: readonly StreamedLine[]): WorksPage {
  const lines = new Map<string, StreamedLine>();
  for (const line of [...(page.streamed ?? []), ...added]) {
    const key = `${line.number} ${line.datId}`;
    lines.set(key, { ...line, micros: line.micros + (lines.get(key)?.micros ?? 0) });
  }
  return { ...page, streamed: [...lines.values()] };
}

const earnedMicros = ({ holdings, created }: HoldingsGuard): number =>
  [...holdings, ...created].reduce((sum, part) => sum + part.earnedMicros, 0);

export function sumsOfWork(work: WorkHoldings): WorkSums {
  const editions = work.holdings.filter(({ sold }) => !sold).length;
  const isHeld = work.isCreator || editions > 0;
  const micros = earnedMicros(work);
  return {
    works: 1,
    held: isHeld ? 1 : 0,
    editions,
    released: work.isCreator ? 1 : 0,
    heldMicros: isHeld ? micros : 0,
    soldOnMicros: isHeld ? 0 : micros,
    releasedMicros: work.isCreator ? micros : 0,
  };
}

const combine = (a: WorkSums, b: WorkSums, sign: 1 | -1): WorkSums => ({
  works: a.works + sign * b.works,
  held: a.held + sign * b.held,
  editions: a.editions + sign * b.editions,
  released: a.released + sign * b.released,
  heldMicros: a.heldMicros + sign * b.heldMicros,
  soldOnMicros: a.soldOnMicros + sign * b.soldOnMicros,
  releasedMicros: a.releasedMicros + sign * b.releasedMicros,
});

export const addWork = (sums: WorkSums, work: WorkHoldings): WorkSums =>
  combine(sums, sumsOfWork(work), 1);

export const changeWork = (sums: WorkSums, before: WorkHoldings, after: WorkHoldings): WorkSums =>
  combine(addWork(sums, after), sumsOfWork(before), -1);
