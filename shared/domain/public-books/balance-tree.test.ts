import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BalanceLeaf,
  balanceTree,
  isPartOf,
  leafText,
  nodeText,
  proofOf,
  rootOf,
} from './balance-tree.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const leavesOf = (count: number): BalanceLeaf[] =>
  Array.from({ length: count }, (_, index) => ({
    uid: `user-${index}`,
    salt: `salt-${index}`,
    owedMicros: index * 1_000,
    tokens: index,
    rewardTokens: index % 3,
  }));

test.each([1, 2, 3, 5, 8, 13])('of %i users each is part of the total', async (count) => {
  const leaves = leavesOf(count);
  const tree = await balanceTree(leaves, sha256);
  const root = rootOf(tree);
  expect(root.owedMicros).toBe(leaves.reduce((sum, leaf) => sum + leaf.owedMicros, 0));
  expect(root.tokens).toBe(leaves.reduce((sum, leaf) => sum + leaf.tokens, 0));
  for (const [index, leaf] of leaves.entries()) {
    expect(await isPartOf(root, { leaf, steps: proofOf(tree, index) }, sha256)).toBe(true);
  }
});

test('a proof says on which side of the way up each neighbour is', async () => {
  const tree = await balanceTree(leavesOf(3), sha256);
  const sides = [0, 1, 2].map((index) => proofOf(tree, index).map(({ side }) => side));
  expect(sides).toEqual([['right', 'right'], ['left', 'right'], ['left']]);
});

test('no one yet: the total is nothing', async () => {
  const nothing = { hash: '', owedMicros: 0, tokens: 0, rewardTokens: 0 };
  expect(rootOf(await balanceTree([], sha256))).toEqual(nothing);
  expect(rootOf([])).toEqual(nothing);
});

test('a balance that was counted smaller, or under another name, is not part of it', async () => {
  const leaves = leavesOf(7);
  const tree = await balanceTree(leaves, sha256);
  const steps = proofOf(tree, 4);
  const leaf = leaves[4] as BalanceLeaf;
  for (const wrong of [
    { ...leaf, owedMicros: leaf.owedMicros + 1 },
    { ...leaf, tokens: leaf.tokens + 1 },
    { ...leaf, rewardTokens: 9 },
    { ...leaf, uid: 'user-5' },
    { ...leaf, salt: 'other' },
  ]) {
    expect(await isPartOf(rootOf(tree), { leaf: wrong, steps }, sha256)).toBe(false);
  }
});

test('a neighbour below zero, which would make the total smaller, is refused', async () => {
  const leaf = leavesOf(2)[1] as BalanceLeaf;
  const below = { hash: sha256('below'), owedMicros: -1_000, tokens: 0, rewardTokens: 0 };
  const steps = [{ side: 'left' as const, node: below }];
  const hash = sha256(
    `balance-node 1\n${below.hash} -1000 0 0\n${sha256(`balance-leaf 1\nuser-1\nsalt-1\n1000 1 1\n`)} 1000 1 1\n`,
  );
  const root = { hash, owedMicros: 0, tokens: 1, rewardTokens: 1 };
  expect(await isPartOf(root, { leaf, steps }, sha256)).toBe(false);
  await expect(balanceTree([{ ...leaf, owedMicros: -1 }], sha256)).rejects.toThrow(
    new RangeError('The balance of a leaf is below zero, or not whole'),
  );
});

test.each([-1, 0.5, 2 ** 53, Number.NaN])(
  'a balance of %d is no part of anything',
  async (owedMicros) => {
    const leaf = { ...(leavesOf(1)[0] as BalanceLeaf), owedMicros };
    const root = { hash: sha256(leafText(leaf)), owedMicros, tokens: 0, rewardTokens: 0 };
    expect(await isPartOf(root, { leaf, steps: [] }, sha256)).toBe(false);
  },
);

test('balances that add up to more than can be counted are no part of anything', async () => {
  const leaf = leavesOf(2)[1] as BalanceLeaf;
  const node = { hash: sha256('huge'), owedMicros: 2 ** 53 - 1, tokens: 0, rewardTokens: 0 };
  const own = { hash: sha256(leafText(leaf)), owedMicros: 1_000, tokens: 1, rewardTokens: 1 };
  const hash = sha256(nodeText(own, node));
  const root = { hash, owedMicros: 2 ** 53 - 1 + 1_000, tokens: 1, rewardTokens: 1 };
  const steps = [{ side: 'right' as const, node }];
  expect(await isPartOf(root, { leaf, steps }, sha256)).toBe(false);
});

test('any change to any step or to the root is found', async () => {
  const leaves = leavesOf(9);
  const tree = await balanceTree(leaves, sha256);
  const root = rootOf(tree);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(8),
      fc.nat(10),
      fc.constantFrom('hash', 'owedMicros', 'tokens', 'rewardTokens'),
      async (index, at, field) => {
        const steps = proofOf(tree, index);
        const target = at % (steps.length + 1);
        const change = <T extends { hash: string; owedMicros: number }>(node: T): T =>
          field === 'hash'
            ? { ...node, hash: sha256(node.hash) }
            : { ...node, [field]: (node[field as keyof T] as number) + 1 };
        const changed = steps.map((step, place) =>
          place === target ? { ...step, node: change(step.node) } : step,
        );
        const proof = { leaf: leaves[index] as BalanceLeaf, steps: changed };
        const other = target === steps.length ? change(root) : root;
        expect(await isPartOf(other, proof, sha256)).toBe(false);
      },
    ),
  );
});
