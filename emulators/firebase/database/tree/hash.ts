import { createHash } from 'node:crypto';
import { isLeaf, type Priority, type Scalar, type Tree, type TreeNode } from './node.ts';
import { comparePriorities } from './ranking.ts';

/**
 * The hash the SDKs compare in transactions and when they listen again; '' for nothing stored.
 * Computed when asked for and remembered on the node, which never changes.
 */
export function hashOf(tree: Tree): string {
  if (tree === null) return '';
  tree.hash ??= createHash('sha1').update(textToHash(tree)).digest('base64');
  return tree.hash;
}

function textToHash(tree: TreeNode): string {
  const prefix = tree.priority === null ? '' : `priority:${priorityText(tree.priority)}:`;
  if (isLeaf(tree)) return prefix + scalarText(tree.value);
  const children = [...tree.children.ascend()];
  if (children.some(([, child]) => child.priority !== null)) {
    children.sort(([, a], [, b]) => comparePriorities(a.priority, b.priority));
  }
  return prefix + children.map(([key, child]) => `:${key}:${hashOf(child)}`).join('');
}

function priorityText(priority: Priority): string {
  return typeof priority === 'number' ? scalarText(priority) : `string:${priority}`;
}

function scalarText(value: Scalar): string {
  if (typeof value !== 'number') return `${typeof value}:${value}`;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return `number:${bytes.toString('hex')}`;
}
