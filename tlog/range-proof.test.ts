import { areSomeTries, tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hexOf } from './bytes.ts';
import { ListTree } from './list-tree.ts';
import { type Hash, inclusionRanges, leafHash, rootOfInclusion } from './merkle.ts';
import { rangesBeside, rootOfRange } from './range-proof.ts';
import { plainRoot } from './testing/plain-root.ts';
import { madeEntries } from './testing/vector.ts';

const MAX_SIZE = 300;
const leaves = madeEntries(MAX_SIZE).map(leafHash);
const plainRoots = Array.from({ length: MAX_SIZE + 1 }, (_, size) =>
  hexOf(plainRoot(leaves.slice(0, size))),
);

const proofOf = (start: number, end: number, size: number): Hash[] =>
  rangesBeside({ start, end }, size).map((range) =>
    plainRoot(leaves.slice(range.start, range.end)),
  );

const rootFor = (place: { start: number; size: number }, own: Hash[], proof: Hash[]) => {
  const root = rootOfRange(place, own, proof);
  return root && hexOf(root);
};

const places = fc.nat(MAX_SIZE).chain((size) =>
  fc.nat(size).chain((end) =>
    fc.record({
      size: fc.constant(size),
      end: fc.constant(end),
      start: fc.nat(end),
    }),
  ),
);

test('every range of every tree up to 24 leaves is proven by the hashes beside it', () => {
  for (let size = 0; size <= 24; size++) {
    for (let start = 0; start <= size; start++) {
      for (let end = start; end <= size; end++) {
        const root = rootFor({ start, size }, leaves.slice(start, end), proofOf(start, end, size));
        expect(root, `${start} to ${end} of ${size}`).toBe(plainRoots[size]);
      }
    }
  }
});

test('the hashes beside a range, and its leaves, cover the tree without overlap', () => {
  fc.assert(
    fc.property(places, ({ start, end, size }) => {
      const ranges = rangesBeside({ start, end }, size);
      const all = start === end ? ranges : [...ranges, { start, end }];
      let at = 0;
      for (const range of all.toSorted((a, b) => a.start - b.start)) {
        expect(range.start).toBe(at);
        at = range.end;
      }
      expect(at).toBe(size);
      expect(ranges.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(size + 1)));
    }),
    tries(),
  );
});

test('the proof of a range of one leaf has the hashes of its proof of inclusion', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_SIZE }), fc.nat(), (size, number) => {
      const index = number % size;
      const proof = inclusionRanges(index, size).map((range) =>
        plainRoot(leaves.slice(range.start, range.end)),
      );
      expect(new Set(proofOf(index, index + 1, size).map(hexOf))).toEqual(
        new Set(proof.map(hexOf)),
      );
      const root = rootOfInclusion({ index, size }, leaves[index] as Hash, proof);
      expect(root && hexOf(root)).toBe(plainRoots[size]);
    }),
    tries(),
  );
});

const damage = fc.constantFrom(
  'change a leaf',
  'drop a leaf',
  'repeat a leaf',
  'swap leaves',
  'change a hash',
  'drop a hash',
  'add a hash',
  'swap hashes',
  'move the range',
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

interface Claim {
  readonly start: number;
  readonly own: readonly Hash[];
  readonly proof: readonly Hash[];
}

/** Damages a claim at a place. @returns undefined if the claim cannot be damaged so */
function damaged({ start, own, proof }: Claim, what: Damage, at: number): Claim | undefined {
  const place = at % Math.max(1, (what.endsWith('leaf') ? own : proof).length);
  const swapped = (hashes: readonly Hash[]) => {
    const first = at % (hashes.length - 1);
    const [one, other] = [hashes[first], hashes[first + 1]] as [Hash, Hash];
    return hashes.with(first, other).with(first + 1, one);
  };
  switch (what) {
    case 'change a leaf':
      return own[place] && { start, own: own.with(place, leafHash(own[place])), proof };
    case 'drop a leaf':
      return own[place] && { start, own: own.toSpliced(place, 1), proof };
    case 'repeat a leaf':
      return own[place] && { start, own: own.toSpliced(place, 0, own[place]), proof };
    case 'swap leaves':
      return own.length > 1 ? { start, own: swapped(own), proof } : undefined;
    case 'change a hash':
      return proof[place] && { start, own, proof: proof.with(place, leafHash(proof[place])) };
    case 'drop a hash':
      return proof[place] && { start, own, proof: proof.toSpliced(place, 1) };
    case 'add a hash':
      return { start, own, proof: proof.toSpliced(place, 0, leaves[0] as Hash) };
    case 'swap hashes':
      return proof.length > 1 ? { start, own, proof: swapped(proof) } : undefined;
    case 'move the range':
      return own.length > 0 ? { start: start + (at % 2 === 0 ? 1 : -1), own, proof } : undefined;
  }
}

test('a range with another leaf, hash, length, order or place is not proven', () => {
  let refused = 0;
  fc.assert(
    fc.property(places, damage, fc.nat(1_000), ({ start, end, size }, what, at) => {
      const claim = { start, own: leaves.slice(start, end), proof: proofOf(start, end, size) };
      const wrong = damaged(claim, what, at);
      if (!wrong) return;
      refused += 1;
      const root = rootFor({ start: wrong.start, size }, [...wrong.own], [...wrong.proof]);
      expect(root, what).not.toBe(plainRoots[size]);
    }),
    tries(1_000),
  );
  if (!areSomeTries()) expect(refused).toBeGreaterThan(300);
});

test('a range of one tree is not proven for a tree of another size', () => {
  fc.assert(
    fc.property(places, fc.nat(MAX_SIZE), ({ start, end, size }, other) => {
      if (other === size) return;
      const own = leaves.slice(start, end);
      const root = rootFor({ start, size: other }, own, proofOf(start, end, size));
      expect(root).not.toBe(plainRoots[other]);
    }),
    tries(),
  );
});

test('a range that a tree does not have is refused', () => {
  for (const [start, end] of [
    [-1, 2],
    [2, 1],
    [0, 4],
    [Number.NaN, 1],
  ] as const) {
    expect(() => rangesBeside({ start, end }, 3)).toThrow(RangeError);
  }
  expect(rootOfRange({ start: 3, size: 3 }, [leaves[0] as Hash], [])).toBeUndefined();
  expect(rootOfRange({ start: -1, size: 3 }, [leaves[0] as Hash], [])).toBeUndefined();
  expect(rootOfRange({ start: Number.NaN, size: 3 }, [], [])).toBeUndefined();
});

test('a tree that keeps its subtrees has the hash of every range beside another', () => {
  const tree = new ListTree();
  for (const [at, leaf] of leaves.entries()) {
    tree.add(leaf);
    const size = at + 1;
    expect(tree.size).toBe(size);
    const [start, end] = [Math.floor(size / 3), Math.ceil(size / 2)];
    const hashes = rangesBeside({ start, end }, size).map((range) => tree.hashOf(range));
    expect(hashes.map(hexOf)).toEqual(proofOf(start, end, size).map(hexOf));
  }
});
