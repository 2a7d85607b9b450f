import { childrenOf, getChild, isLeaf, type Scalar, type Tree } from '../tree/node.ts';
import type { Path } from '../tree/path.ts';

/** A failed evaluation: a rule that cannot be computed for this request counts as false. */
export class RuleError extends Error {}

/** The placeholder for an object in `val()`: rules can test its presence, but not look inside. */
export const OBJECT_VALUE = Symbol('an object');

/** A location in one state of the database: `data`, `newData` and `root` in rules. */
export class RuleSnapshot {
  readonly #trail: readonly Tree[];

  private constructor(trail: readonly Tree[]) {
    this.#trail = trail;
  }

  static at(root: Tree, path: Path): RuleSnapshot {
    return new RuleSnapshot([root]).#descend(path);
  }

  get tree(): Tree {
    return this.#trail.at(-1)!;
  }

  val(): Scalar | null | typeof OBJECT_VALUE {
    if (this.tree === null) return null;
    return isLeaf(this.tree) ? this.tree.value : OBJECT_VALUE;
  }

  child(path: string): RuleSnapshot {
    return this.#descend(path.split('/').filter((key) => key !== ''));
  }

  parent(): RuleSnapshot {
    if (this.#trail.length === 1) throw new RuleError('The root has no parent');
    return new RuleSnapshot(this.#trail.slice(0, -1));
  }

  hasChild(path: string): boolean {
    return this.child(path).exists();
  }

  hasChildren(keys?: readonly string[]): boolean {
    if (keys) return keys.every((key) => this.hasChild(key));
    return childrenOf(this.tree).size > 0;
  }

  exists(): boolean {
    return this.tree !== null;
  }

  #descend(path: Path): RuleSnapshot {
    const trail = [...this.#trail];
    for (const key of path) trail.push(getChild(trail.at(-1)!, key));
    return new RuleSnapshot(trail);
  }
}
