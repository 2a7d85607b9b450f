import { createHash } from 'node:crypto';
import { InvalidData, NotImplemented } from '../refusal.ts';
import type { Scalar, Tree, TreeNode } from './node.ts';
import { branch, childrenOf, isLeaf, NO_CHILDREN } from './node.ts';
import { requireDepth, requireKey } from './path.ts';

export type Json = null | Scalar | Json[] | { [key: string]: Json };

const MAX_STRING_BYTES = 10 * 1024 * 1024;
const UNSUPPORTED = ['.priority', '.value'];
const INTEGER_KEY = /^(0|[1-9]\d{0,9})$/;

export interface WriteContext {
  readonly depth: number;
  /** Server time in milliseconds. */
  readonly now: number;
}

/**
 * Turns JSON from a client into a tree.
 * @throws for bad keys, too deep nesting, huge strings, and server values other than the time
 */
export function treeFromJson(json: unknown, at: WriteContext = { depth: 0, now: 0 }): Tree {
  requireDepth(at.depth);
  if (json === null || json === undefined) return null;
  if (typeof json !== 'object') return { value: requireScalar(json) };
  if ('.sv' in json) {
    if (json['.sv'] === 'timestamp') return { value: at.now };
    throw new NotImplemented(`The server value ${JSON.stringify(json['.sv'])}`);
  }
  const below = { ...at, depth: at.depth + 1 };
  let children = NO_CHILDREN;
  for (const [key, value] of Object.entries(json)) {
    if (UNSUPPORTED.includes(key)) throw new NotImplemented(`Data with ${key}`);
    requireKey(key);
    const child = treeFromJson(value, below);
    if (child) children = children.set(key, child);
  }
  return branch(children);
}

function requireScalar(value: unknown): Scalar {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string') {
    if (value.length * 3 > MAX_STRING_BYTES && Buffer.byteLength(value) > MAX_STRING_BYTES) {
      throw new InvalidData('A string is longer than 10 MB');
    }
    return value;
  }
  throw new InvalidData('Values are strings, finite numbers, booleans, objects or null');
}

/**
 * Turns a tree into JSON. `export` never makes arrays (socket and snapshot format). `plain` makes
 * arrays of mostly filled integer keys (REST and streams).
 */
export function treeToJson(tree: Tree, format: 'export' | 'plain'): Json {
  if (tree === null) return null;
  if (isLeaf(tree)) return tree.value;
  const list = format === 'plain' ? arrayFrom(tree) : null;
  if (list) return list;
  // Without a prototype, `__proto__` is an ordinary key.
  const fields: Record<string, Json> = Object.create(null);
  for (const [key, child] of tree.children.ascend()) fields[key] = treeToJson(child, format);
  return fields;
}

function arrayFrom(tree: TreeNode): Json[] | null {
  const children = childrenOf(tree);
  const last = [...children.ascend()].at(-1)?.[0];
  if (last === undefined || !INTEGER_KEY.test(last)) return null;
  if (Number(last) >= 2 * children.size) return null;
  const list: Json[] = new Array(Number(last) + 1).fill(null);
  for (const [key, child] of children.ascend()) {
    if (!INTEGER_KEY.test(key)) return null;
    list[Number(key)] = treeToJson(child, 'plain');
  }
  return list;
}

export const computeEtag = (tree: Tree): string =>
  tree === null
    ? 'null_etag'
    : createHash('sha1')
        .update(JSON.stringify(treeToJson(tree, 'export')))
        .digest('base64');
