import {
  branch,
  type Children,
  childrenOf,
  getAt,
  isLeaf,
  NO_CHILDREN,
  type Priority,
  type Tree,
  type TreeNode,
} from './node.ts';
import { OrderedMap } from './ordered-map.ts';
import { compareKeys, type Path } from './path.ts';

export type QueryIndex =
  | { by: 'key' }
  | { by: 'value' }
  | { by: 'priority' }
  | { by: 'child'; path: Path };

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

/** A child's place in an order: the value it is sorted by, then its key. */
interface Rank {
  readonly value: SortValue;
  readonly key: string;
}

const OBJECT = Symbol('an object, sorted after every plain value');
type SortValue = Priority | typeof OBJECT;
type Ranked = OrderedMap<Rank, TreeNode>;

/** The order of values: nothing, false, true, numbers, strings, objects. */
export function comparePriorities(a: SortValue, b: SortValue): number {
  const kind = kindOf(a) - kindOf(b);
  if (kind !== 0) return kind;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : a < b ? -1 : 1;
  return 0;
}

function kindOf(value: SortValue): number {
  if (value === null) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  return typeof value === 'number' ? 3 : typeof value === 'string' ? 4 : 5;
}

/**
 * The sorted children of one location. `update` follows a change by touching only the children that
 * differ, so a long list with many writes stays cheap.
 */
export class QueryWindow {
  readonly #query: Query;
  #source: Children = NO_CHILDREN;
  #ranked: Ranked;

  constructor(query: Query, tree: Tree) {
    this.#query = query;
    this.#ranked = new OrderedMap(
      query.index.by === 'key' ? (a, b) => compareKeys(a.key, b.key) : compareRanks,
    );
    this.update(tree);
  }

  update(tree: Tree): void {
    const next = childrenOf(tree);
    for (const key of this.#source.changedKeys(next)) {
      const before = this.#source.get(key);
      const after = next.get(key);
      if (before) this.#ranked = this.#ranked.delete(rankOf(before, key, this.#query.index));
      if (after) this.#ranked = this.#ranked.set(rankOf(after, key, this.#query.index), after);
    }
    this.#source = next;
  }

  /** The children inside the window, keyed and sorted by key. */
  children(): Children {
    const { limit } = this.#query;
    let children = NO_CHILDREN;
    for (const [rank, child] of this.#inRange(limit?.from === 'last')) {
      if (limit && children.size >= limit.count) break;
      children = children.set(rank.key, child);
    }
    return children;
  }

  *#inRange(isReversed: boolean): Generator<[Rank, TreeNode]> {
    const isBefore = (rank: Rank) => isBeforeStart(rank, this.#query);
    const isAfter = (rank: Rank) => isAfterEnd(rank, this.#query);
    const isPast = isReversed ? isBefore : isAfter;
    const ranks = isReversed ? this.#ranked.descend(isAfter) : this.#ranked.ascend(isBefore);
    for (const entry of ranks) {
      if (isPast(entry[0])) return;
      yield entry;
    }
  }
}

/** The part of `tree` a query asks for. */
export function windowOf(tree: Tree, query: Query | null): Tree {
  return query ? branch(new QueryWindow(query, tree).children(), tree?.priority) : tree;
}

function rankOf(child: TreeNode, key: string, index: QueryIndex): Rank {
  if (index.by === 'key') return { value: null, key };
  if (index.by === 'priority') return { value: child.priority, key };
  const found = index.by === 'value' ? child : getAt(child, index.path);
  return { value: found === null ? null : isLeaf(found) ? found.value : OBJECT, key };
}

function compareRanks(a: Rank, b: Rank): number {
  return comparePriorities(a.value, b.value) || compareKeys(a.key, b.key);
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
