import {
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

/** What children are sorted by. */
export type QueryIndex =
  | { by: 'key' }
  | { by: 'value' }
  | { by: 'priority' }
  | { by: 'child'; path: Path };

/** A child's place in an order: the value it is sorted by, then its key. */
export interface Rank {
  readonly value: SortValue;
  readonly key: string;
}

const OBJECT = Symbol('an object, sorted after every plain value');
type SortValue = Priority | typeof OBJECT;

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
 * The children of one location, sorted by an index. `update` touches only the children that differ
 * from the last state seen, so a long list with many writes stays cheap.
 */
export class Ranking {
  readonly #index: QueryIndex;
  #source: Children = NO_CHILDREN;
  #ranked: OrderedMap<Rank, TreeNode> = new OrderedMap(compareRanks);

  constructor(index: QueryIndex, tree: Tree) {
    this.#index = index;
    this.update(tree);
  }

  update(tree: Tree): void {
    const next = childrenOf(tree);
    if (next === this.#source) return;
    for (const key of this.#source.changedKeys(next)) {
      const before = this.#source.get(key);
      const after = next.get(key);
      const rank = after && this.#rankOf(after, key);
      const old = before && this.#rankOf(before, key);
      if (old && !(rank && compareRanks(old, rank) === 0)) this.#ranked = this.#ranked.delete(old);
      if (rank) this.#ranked = this.#ranked.set(rank, after);
    }
    this.#source = next;
  }

  ascend(isBefore: (rank: Rank) => boolean): Generator<[Rank, TreeNode]> {
    return this.#ranked.ascend(isBefore);
  }

  descend(isAfter: (rank: Rank) => boolean): Generator<[Rank, TreeNode]> {
    return this.#ranked.descend(isAfter);
  }

  #rankOf(child: TreeNode, key: string): Rank {
    const index = this.#index;
    if (index.by === 'key') return { value: null, key };
    if (index.by === 'priority') return { value: child.priority, key };
    const found = index.by === 'value' ? child : getAt(child, index.path);
    return { value: found === null ? null : isLeaf(found) ? found.value : OBJECT, key };
  }
}

function compareRanks(a: Rank, b: Rank): number {
  return comparePriorities(a.value, b.value) || compareKeys(a.key, b.key);
}
