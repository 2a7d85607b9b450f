import { branch, type Children, NO_CHILDREN, type Priority, type Tree } from './node.ts';
import { compareKeys } from './path.ts';
import { comparePriorities, type QueryIndex, type Rank, Ranking } from './ranking.ts';

/** One end of a window. Without `key` it stands before or after all children of that value. */
export interface Bound {
  readonly value: Priority;
  readonly key?: string;
  readonly isInclusive: boolean;
}

/** Which children of a location are wanted, in which order and how many. */
export interface Query {
  readonly index: QueryIndex;
  readonly start?: Bound;
  readonly end?: Bound;
  readonly limit?: { readonly count: number; readonly from: 'first' | 'last' };
}

/** The children of a ranking that a query asks for, keyed and sorted by key. */
export function windowOf(ranking: Ranking, query: Query): Children {
  const isReversed = query.limit?.from === 'last';
  const isBefore = (rank: Rank) => isBeforeStart(rank, query);
  const isAfter = (rank: Rank) => isAfterEnd(rank, query);
  const isPast = isReversed ? isBefore : isAfter;
  let children = NO_CHILDREN;
  for (const [rank, child] of isReversed ? ranking.descend(isAfter) : ranking.ascend(isBefore)) {
    if (isPast(rank) || children.size === query.limit?.count) break;
    children = children.set(rank.key, child);
  }
  return children;
}

/** The part of `tree` a query asks for; all of it without a query. */
export function select(tree: Tree, query: Query | null): Tree {
  if (!query) return tree;
  return branch(windowOf(new Ranking(query.index, tree), query), tree?.priority);
}

function isBeforeStart(rank: Rank, { index, start }: Query): boolean {
  if (!start) return false;
  const order = compareToBound(rank, start, index);
  if (order === 0) return !start.isInclusive;
  return order < 0;
}

function isAfterEnd(rank: Rank, { index, end }: Query): boolean {
  if (!end) return false;
  const order = compareToBound(rank, end, index);
  if (order === 0) return !end.isInclusive;
  return order > 0;
}

function compareToBound(rank: Rank, bound: Bound, index: QueryIndex): number {
  if (index.by === 'key') return compareKeys(rank.key, String(bound.value));
  const order = comparePriorities(rank.value, bound.value);
  return order !== 0 || bound.key === undefined ? order : compareKeys(rank.key, bound.key);
}
