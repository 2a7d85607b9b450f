import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfText, hexOf } from './bytes.ts';
import {
  appendComplete,
  appendLeaf,
  consistencyRanges,
  edgeLength,
  emptyEdge,
  foldHashes,
  type Hash,
  inclusionRanges,
  isConsistent,
  leafHash,
  listSubtrees,
  type Range,
  rootOf,
  rootOfInclusion,
} from './merkle.ts';
import { plainRoot } from './testing/plain-root.ts';
import { madeEntries, vector } from './testing/vector.ts';

/** Computes an inclusion proof literally by section 2.1.1. */
function plainPath(index: number, leaves: readonly Hash[]): Hash[] {
  if (leaves.length === 1) return [];
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...plainPath(index, left), plainRoot(right)]
    : [...plainPath(index - split, right), plainRoot(left)];
}

/** Computes a consistency proof literally by section 2.1.2. */
function plainProof(from: number, leaves: readonly Hash[], isWhole = true): Hash[] {
  if (from === leaves.length) return isWhole ? [] : [plainRoot(leaves)];
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return from <= split
    ? [...plainProof(from, left, isWhole), plainRoot(right)]
    : [...plainProof(from - split, right, false), plainRoot(left)];
}

const MAX_SIZE = 600;
const leaves = madeEntries(MAX_SIZE).map(leafHash);
const plainRoots = Array.from({ length: MAX_SIZE + 1 }, (_, size) =>
  plainRoot(leaves.slice(0, size)),
);
const hashesOf = (ranges: readonly Range[]) =>
  ranges.map(({ start, end }) => plainRoot(leaves.slice(start, end)));
const texts = (hashes: readonly Hash[]) => hashes.map(hexOf);

test('the lines of the test vector have its leaf hashes and its root', () => {
  const hashes = vector.lines.map((line) => leafHash(bytesOfText(line)));
  expect(texts(hashes)).toEqual(vector.leaves);
  expect(hexOf(rootOf(hashes.reduce(appendLeaf, emptyEdge)))).toBe(vector.root);
});

test('a tree of any size up to 600, grown leaf by leaf, has the root of the RFC', () => {
  let edge = emptyEdge;
  for (const [at, leaf] of [...leaves, undefined].entries()) {
    expect(hexOf(rootOf(edge)), `size ${at}`).toBe(hexOf(plainRoots[at] as Hash));
    expect(edge.hashes).toHaveLength(edgeLength(at));
    if (leaf) edge = appendLeaf(edge, leaf);
  }
});

test('complete subtrees and single leaves make the same tree', () => {
  const block = (at: number, size: number) => plainRoot(leaves.slice(at, at + size));
  let edge = emptyEdge;
  for (const size of [256, 128, 128, 8, 4, 1])
    edge = appendComplete(edge, block(edge.size, size), size);
  expect(edge.size).toBe(525);
  expect(edge).toEqual(leaves.slice(0, 525).reduce(appendLeaf, emptyEdge));
  expect(() => appendComplete(edge, block(525, 2), 2)).toThrow(RangeError);
});

test('an edge with too few hashes is refused', () => {
  expect(() => appendLeaf({ size: 1, hashes: [] }, leaves[0] as Hash)).toThrow(RangeError);
});

const sizes = fc.integer({ min: 1, max: MAX_SIZE });
const places = sizes.chain((size) =>
  fc.record({ size: fc.constant(size), index: fc.nat(size - 1) }),
);
const pairs = sizes.chain((size) => fc.record({ size: fc.constant(size), from: fc.nat(size) }));

test('a proof of inclusion equals the one of the RFC and leads to the root', () => {
  fc.assert(
    fc.property(places, ({ size, index }) => {
      const proof = hashesOf(inclusionRanges(index, size));
      expect(texts(proof)).toEqual(texts(plainPath(index, leaves.slice(0, size))));
      const root = rootOfInclusion({ index, size }, leaves[index] as Hash, proof);
      expect(root && hexOf(root)).toBe(hexOf(plainRoots[size] as Hash));
    }),
  );
});

test('a proof of inclusion proves nothing for another leaf or place, or with an extra hash', () => {
  fc.assert(
    fc.property(places, fc.nat(MAX_SIZE - 1), ({ size, index }, other) => {
      const proof = hashesOf(inclusionRanges(index, size));
      const rootFor = (place: { index: number; size: number }, leaf: number, hashes: Hash[]) => {
        const root = rootOfInclusion(place, leaves[leaf] as Hash, hashes);
        return root && hexOf(root);
      };
      const root = hexOf(plainRoots[size] as Hash);
      if (other !== index) {
        expect(rootFor({ index, size }, other, proof)).not.toBe(root);
        expect(rootFor({ index: other, size }, index, proof)).not.toBe(root);
      }
      expect(rootFor({ index, size }, index, [...proof, leaves[0] as Hash])).toBeUndefined();
      expect(rootFor({ index: size, size }, index, proof)).toBeUndefined();
    }),
  );
});

test('a proof of consistency equals the one of the RFC and is accepted', () => {
  fc.assert(
    fc.property(pairs, ({ size, from }) => {
      const proof = hashesOf(consistencyRanges(from, size));
      const plain = from === 0 ? [] : plainProof(from, leaves.slice(0, size));
      expect(texts(proof)).toEqual(texts(plain));
      const tree = (of: number) => ({ size: of, root: plainRoots[of] as Hash });
      expect(isConsistent(tree(from), tree(size), proof)).toBe(true);
    }),
  );
});

test('no proof makes a tree consistent with another root, size or order', () => {
  fc.assert(
    fc.property(pairs, fc.nat(MAX_SIZE), ({ size, from }, other) => {
      const proof = hashesOf(consistencyRanges(from, size));
      const tree = (of: number) => ({ size: of, root: plainRoots[of] as Hash });
      if (other !== from) {
        const wrong = { size: from, root: plainRoots[other] as Hash };
        expect(isConsistent(wrong, tree(size), proof)).toBe(false);
      }
      if (other !== size && from > 0) {
        const wrong = { size, root: plainRoots[other] as Hash };
        expect(isConsistent(tree(from), wrong, proof)).toBe(false);
      }
      if (from < size) expect(isConsistent(tree(size), tree(from), proof)).toBe(false);
      expect(isConsistent(tree(from), tree(size), [...proof, leaves[0] as Hash])).toBe(false);
      for (const at of proof.keys()) {
        const changed = proof.with(at, leafHash(proof[at] as Hash));
        expect(isConsistent(tree(from), tree(size), changed)).toBe(false);
      }
    }),
  );
});

test('the hash of a range is the hash over its complete subtrees', () => {
  fc.assert(
    fc.property(places, ({ size, index }) => {
      for (const range of inclusionRanges(index, size)) {
        const subtrees = listSubtrees(range).map(({ level, index: at }) =>
          plainRoot(leaves.slice(at * 2 ** level, (at + 1) * 2 ** level)),
        );
        expect(hexOf(foldHashes(subtrees))).toBe(hexOf(hashesOf([range])[0] as Hash));
      }
    }),
  );
});

test('a proof for a leaf outside the tree, or for an earlier tree that is larger, is refused', () => {
  expect(() => inclusionRanges(3, 3)).toThrow(RangeError);
  expect(() => inclusionRanges(-1, 3)).toThrow(RangeError);
  expect(() => consistencyRanges(4, 3)).toThrow(RangeError);
});
