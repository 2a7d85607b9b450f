import { OrderedMap } from './ordered-map.ts';
import { compareKeys, type Path } from './path.ts';

export type Scalar = string | number | boolean;

export interface LeafNode {
  readonly value: Scalar;
}

/** A stored object; never without children. */
export interface BranchNode {
  readonly children: Children;
}

export type Children = OrderedMap<string, TreeNode>;
export type TreeNode = LeafNode | BranchNode;
/** The content of a location; null when empty. */
export type Tree = TreeNode | null;

export const NO_CHILDREN: Children = new OrderedMap(compareKeys);

export function isLeaf(tree: TreeNode): tree is LeafNode {
  return 'value' in tree;
}

export function childrenOf(tree: Tree): Children {
  return tree === null || isLeaf(tree) ? NO_CHILDREN : tree.children;
}

export function getChild(tree: Tree, key: string): Tree {
  return tree === null || isLeaf(tree) ? null : (tree.children.get(key) ?? null);
}

export function getAt(tree: Tree, path: Path): Tree {
  let at = tree;
  for (const key of path) at = getChild(at, key);
  return at;
}

/** Makes a branch, or null without children: the database stores no empty objects. */
export function branch(children: Children): Tree {
  return children.size === 0 ? null : { children };
}

/**
 * Returns the tree with `value` at `path`. Objects left empty disappear; a leaf on the path is
 * replaced.
 */
export function setAt(tree: Tree, path: Path, value: Tree, depth = 0): Tree {
  const key = path[depth];
  if (key === undefined) return value;
  const child = setAt(getChild(tree, key), path, value, depth + 1);
  if (child === null && getChild(tree, key) === null) return tree;
  const children = childrenOf(tree);
  const next = child === null ? children.delete(key) : children.set(key, child);
  return branch(next);
}
