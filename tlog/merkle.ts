import { sha256 } from '@noble/hashes/sha2.js';

/** A SHA-256 hash, 32 bytes. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Hashes an entry as a leaf of the tree (RFC 6962, section 2.1). */
export const leafHash = (entry: Uint8Array): Hash =>
  sha256.create().update(LEAF).update(entry).digest();

export const nodeHash = (left: Hash, right: Hash): Hash =>
  sha256.create().update(NODE).update(left).update(right).digest();

export const isSameHash = (one: Hash, other: Hash): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/**
 * The state needed to append to a tree: its size, and the hashes of its maximal complete subtrees, largest
 * first. There is one for each 1 in the binary form of the size.
 */
export interface Edge {
  readonly size: number;
  readonly hashes: readonly Hash[];
}

export const emptyEdge: Edge = { size: 0, hashes: [] };

export const appendLeaf = (edge: Edge, leaf: Hash): Edge => appendComplete(edge, leaf, 1);

/**
 * Appends a complete subtree.
 *
 * @param hash over the subtree
 * @param leaves of the subtree: a power of two that divides the edge's size
 * @throws RangeError if it does not divide the size
 */
export function appendComplete({ size, hashes }: Edge, hash: Hash, leaves: number): Edge {
  if (size % leaves !== 0) throw new RangeError(`A subtree of ${leaves} cannot follow ${size}`);
  const kept = [...hashes];
  let joined = hash;
  for (let rest = size / leaves; rest % 2 === 1; rest = (rest - 1) / 2)
    joined = nodeHash(takeLast(kept), joined);
  return { size: size + leaves, hashes: [...kept, joined] };
}

export function foldHashes(hashes: readonly Hash[]): Hash {
  const kept = [...hashes];
  let hash = takeLast(kept);
  while (kept.length > 0) hash = nodeHash(takeLast(kept), hash);
  return hash;
}

/** Computes the root of a tree; for an empty one, the SHA-256 of no bytes. */
export const rootOf = ({ hashes }: Edge): Hash =>
  hashes.length === 0 ? sha256(new Uint8Array()) : foldHashes(hashes);

function takeLast(hashes: Hash[]): Hash {
  const last = hashes.pop();
  if (!last) throw new RangeError('The edge has fewer hashes than its size says');
  return last;
}

export function edgeLength(size: number): number {
  let ones = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  return ones;
}

/** A complete subtree: 2^level leaves, the first of which is leaf index × 2^level. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** Leaves from `start` up to, but not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export function splitSize(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Lists the complete subtrees of a range, from left to right. */
export function listSubtrees({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/**
 * Lists the ranges whose hashes prove that a leaf is in a tree, in the order of the proof (RFC 6962, section
 * 2.1.1).
 *
 * @throws RangeError if the tree has no such leaf
 */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`There is no leaf ${index} of ${size}`);
  const ranges: Range[] = [];
  for (let { start, end }: Range = { start: 0, end: size }; end - start > 1; ) {
    const middle = start + splitSize(end - start);
    const isLeft = index < middle;
    ranges.unshift(isLeft ? { start: middle, end } : { start, end: middle });
    if (isLeft) end = middle;
    else start = middle;
  }
  return ranges;
}

/**
 * Lists the ranges whose hashes prove that a tree begins with a smaller one, in the order of the proof (RFC
 * 6962, section 2.1.2). An empty tree needs none.
 *
 * @throws RangeError if the smaller one is larger
 */
export function consistencyRanges(from: number, to: number): Range[] {
  if (!(from >= 0 && from <= to)) throw new RangeError(`No tree of ${to} begins with ${from}`);
  if (from === 0) return [];
  const ranges: Range[] = [];
  let { start, end }: Range = { start: 0, end: to };
  while (from !== end) {
    const middle = start + splitSize(end - start);
    const isLeft = from <= middle;
    ranges.unshift(isLeft ? { start: middle, end } : { start, end: middle });
    if (isLeft) end = middle;
    else start = middle;
  }
  return start === 0 ? ranges : [{ start, end }, ...ranges];
}

/** Computes the root that a tree has if the proof is right; undefined for a proof of the wrong length. */
export function rootOfInclusion(
  { index, size }: { readonly index: number; readonly size: number },
  leaf: Hash,
  proof: readonly Hash[],
): Hash | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== proof.length) return undefined;
  return ranges.reduce((hash, { start }, at) => {
    const other = proof[at] as Hash;
    return start > index ? nodeHash(hash, other) : nodeHash(other, hash);
  }, leaf);
}

export interface Tree {
  readonly size: number;
  readonly root: Hash;
}

export function isConsistent(from: Tree, to: Tree, proof: readonly Hash[]): boolean {
  if (from.size > to.size) return false;
  const ranges = consistencyRanges(from.size, to.size);
  if (ranges.length !== proof.length) return false;
  if (from.size === 0) return isSameHash(from.root, rootOf(emptyEdge));
  if (from.size === to.size) return isSameHash(from.root, to.root);
  // If the smaller tree is a subtree of the larger one, the proof starts from its root.
  const isSubtree = ranges.every(({ start }) => start >= from.size);
  const first = isSubtree ? from.root : (proof[0] as Hash);
  let [smaller, larger] = [first, first];
  for (let at = isSubtree ? 0 : 1; at < proof.length; at++) {
    const other = proof[at] as Hash;
    const isRight = (ranges[at] as Range).start >= from.size;
    if (!isRight) smaller = nodeHash(other, smaller);
    larger = isRight ? nodeHash(larger, other) : nodeHash(other, larger);
  }
  return isSameHash(smaller, from.root) && isSameHash(larger, to.root);
}
