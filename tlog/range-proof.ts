import { emptyEdge, type Hash, nodeHash, type Range, rootOf, splitSize } from './merkle.ts';

const isBeside = (subtree: Range, { start, end }: Range): boolean =>
  subtree.end <= start || end <= subtree.start;

/**
 * Lists the largest subtrees beside a range of a tree, from left to right. Their hashes prove that the range's
 * leaves are in the tree at this place. Each lies beside one of the two paths from the root to the ends of the
 * range, so there are fewer than twice as many as the tree has levels.
 *
 * @throws RangeError if the tree has no such range
 */
export function rangesBeside(range: Range, size: number): Range[] {
  const { start, end } = range;
  if (!(start >= 0 && start <= end && end <= size))
    throw new RangeError(`There are no leaves ${start} to ${end} of ${size}`);
  const ranges: Range[] = [];
  const visit = (subtree: Range): void => {
    if (isBeside(subtree, range)) {
      ranges.push(subtree);
    } else if (subtree.start < start || subtree.end > end) {
      const middle = subtree.start + splitSize(subtree.end - subtree.start);
      visit({ start: subtree.start, end: middle });
      visit({ start: middle, end: subtree.end });
    }
  };
  if (size > 0) visit({ start: 0, end: size });
  return ranges;
}

/**
 * Computes the root that a tree has if the leaves are in it from `start` on.
 *
 * @returns undefined for a range that the tree cannot have, or a proof of the wrong length
 */
export function rootOfRange(
  { start, size }: { readonly start: number; readonly size: number },
  leaves: readonly Hash[],
  proof: readonly Hash[],
): Hash | undefined {
  const range = { start, end: start + leaves.length };
  if (!(start >= 0 && range.end <= size)) return undefined;
  if (rangesBeside(range, size).length !== proof.length) return undefined;
  const beside = proof.values();
  const hashOf = (subtree: Range): Hash => {
    if (isBeside(subtree, range)) return beside.next().value as Hash;
    if (subtree.end - subtree.start === 1) return leaves[subtree.start - start] as Hash;
    const middle = subtree.start + splitSize(subtree.end - subtree.start);
    const left = hashOf({ start: subtree.start, end: middle });
    return nodeHash(left, hashOf({ start: middle, end: subtree.end }));
  };
  return size === 0 ? rootOf(emptyEdge) : hashOf({ start: 0, end: size });
}
