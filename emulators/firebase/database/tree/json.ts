import { InvalidData, NotImplemented } from '../refusal.ts';
import type { Priority, Scalar, Tree, TreeNode } from './node.ts';
import { branch, type Children, childOf, childrenOf, isLeaf, NO_CHILDREN } from './node.ts';
import { requireDepth, requireKey } from './path.ts';

export type Json = null | Scalar | Json[] | { [key: string]: Json };

const MAX_STRING_BYTES = 10 * 1024 * 1024;
const INTEGER_KEY = /^(0|[1-9]\d{0,9})$/;

/** What a server value (`{".sv": …}`) is computed from. */
export interface WriteContext {
  /** Server time in milliseconds. */
  readonly now: number;
}

/**
 * Turns JSON from a client into a tree. `current` is what the location holds now (increments add to
 * it) and `depth` how deep the location is. Refuses bad keys, too deep nesting and huge strings.
 */
export function treeFromJson(
  json: unknown,
  current: Tree,
  depth: number,
  context: WriteContext,
): Tree {
  requireDepth(depth);
  if (json === null || json === undefined) return null;
  if (typeof json !== 'object') return { value: requireScalar(json), priority: null };
  if (Array.isArray(json)) {
    return branch(childrenFrom(Object.entries(json), current, depth, context));
  }
  const fields = json as Record<string, unknown>;
  if (Object.hasOwn(fields, '.sv')) {
    return { value: serverValue(fields['.sv'], current, context), priority: null };
  }
  const priority = Object.hasOwn(fields, '.priority')
    ? parsePriority(fields['.priority'], context)
    : null;
  if (Object.hasOwn(fields, '.value')) {
    const inner = treeFromJson(fields['.value'], current, depth, context);
    if (inner !== null && !isLeaf(inner)) throw new InvalidData('.value must be a plain value');
    return inner && { value: inner.value, priority };
  }
  const entries = Object.entries(fields).filter(([key]) => key !== '.priority');
  return branch(childrenFrom(entries, current, depth, context), priority);
}

function childrenFrom(
  entries: [string, unknown][],
  current: Tree,
  depth: number,
  context: WriteContext,
): Children {
  let children = NO_CHILDREN;
  for (const [key, value] of entries) {
    requireKey(key);
    const child = treeFromJson(value, childOf(current, key), depth + 1, context);
    if (child) children = children.set(key, child);
  }
  return children;
}

function requireScalar(value: unknown): Scalar {
  if (typeof value === 'boolean') return value;
  // Minus zero travels as 0, so keeping its sign would give client and server different hashes.
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
  if (typeof value === 'string') {
    if (value.length * 3 > MAX_STRING_BYTES && Buffer.byteLength(value) > MAX_STRING_BYTES) {
      throw new InvalidData('A string is longer than 10 MB');
    }
    return value;
  }
  throw new InvalidData('Values are strings, finite numbers, booleans, objects or null');
}

function parsePriority(json: unknown, context: WriteContext): Priority {
  if (json === null) return null;
  if (typeof json === 'object' && Object.hasOwn(json, '.sv')) {
    return serverValue((json as Record<string, unknown>)['.sv'], null, context);
  }
  return requireScalar(json);
}

function serverValue(value: unknown, current: Tree, context: WriteContext): Scalar {
  if (value === 'timestamp') return context.now;
  if (typeof value === 'object' && value !== null && 'increment' in value) {
    const delta = value.increment;
    if (typeof delta !== 'number' || !Number.isFinite(delta)) {
      throw new InvalidData('An increment must be a finite number');
    }
    const before = current !== null && isLeaf(current) ? current.value : 0;
    return (typeof before === 'number' ? before : 0) + delta;
  }
  throw new NotImplemented(`The server value ${JSON.stringify(value)}`);
}

/**
 * The tree as JSON: `export` keeps priorities and never makes arrays (socket and snapshot format),
 * `plain` answers arrays for mostly filled integer keys (what REST and streams send).
 */
export function treeToJson(tree: Tree, format: 'export' | 'plain'): Json {
  if (tree === null) return null;
  const keepsPriority = format === 'export' && tree.priority !== null;
  if (isLeaf(tree)) {
    return keepsPriority ? { '.value': tree.value, '.priority': tree.priority } : tree.value;
  }
  const list = format === 'plain' ? arrayFrom(tree) : null;
  if (list) return list;
  // Without a prototype `__proto__` is a key like any other.
  const fields: Record<string, Json> = Object.create(null);
  for (const [key, child] of tree.children.ascend()) fields[key] = treeToJson(child, format);
  if (keepsPriority) fields['.priority'] = tree.priority;
  return fields;
}

function arrayFrom(tree: TreeNode): Json[] | null {
  const children = childrenOf(tree);
  const last = children.descend().next().value?.[0];
  if (last === undefined || !INTEGER_KEY.test(last)) return null;
  if (Number(last) >= 2 * children.size) return null;
  const list: Json[] = new Array(Number(last) + 1).fill(null);
  for (const [key, child] of children.ascend()) {
    if (!INTEGER_KEY.test(key)) return null;
    list[Number(key)] = treeToJson(child, 'plain');
  }
  return list;
}
