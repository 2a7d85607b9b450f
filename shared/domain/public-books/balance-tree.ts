import type { UsdMicros } from '../units.ts';

/** What is owed to a user: money, and tokens in the wallet. Whole numbers, none below zero. */
export interface Due {
  readonly owedMicros: UsdMicros;
  readonly tokens: number;
  readonly rewardTokens: number;
}

/** A user's line: the salt keeps others from guessing who it is. */
export interface BalanceLeaf extends Due {
  readonly uid: string;
  readonly salt: string;
}

/** A node of the tree: a hash over everything below it, and its sum. */
export interface BalanceNode extends Due {
  readonly hash: string;
}

/** A neighbour on the way up from a leaf to the root. */
export interface ProofStep {
  readonly side: 'left' | 'right';
  readonly node: BalanceNode;
}

/** SHA-256 of a text's UTF-8 bytes, in lowercase hexadecimal. */
export type Sha256 = (text: string) => string | Promise<string>;

const isDue = ({ owedMicros, tokens, rewardTokens }: Due): boolean =>
  [owedMicros, tokens, rewardTokens].every((each) => Number.isSafeInteger(each) && each >= 0);

const plus = (a: Due, b: Due): Due => ({
  owedMicros: a.owedMicros + b.owedMicros,
  tokens: a.tokens + b.tokens,
  rewardTokens: a.rewardTokens + b.rewardTokens,
});

const dueText = ({ owedMicros, tokens, rewardTokens }: Due): string =>
  `${owedMicros} ${tokens} ${rewardTokens}`;

/** The exact text of a leaf; docs/public-books.md has it in words. */
export const leafText = (leaf: BalanceLeaf): string =>
  `balance-leaf 1\n${leaf.uid}\n${leaf.salt}\n${dueText(leaf)}\n`;

/** The exact text of an inner node. */
export const nodeText = (left: BalanceNode, right: BalanceNode): string =>
  `balance-node 1\n${left.hash} ${dueText(left)}\n${right.hash} ${dueText(right)}\n`;

async function leafNode(leaf: BalanceLeaf, sha256: Sha256): Promise<BalanceNode> {
  if (!isDue(leaf)) throw new RangeError('The balance of a leaf is below zero, or not whole');
  const { owedMicros, tokens, rewardTokens } = leaf;
  return { hash: await sha256(leafText(leaf)), owedMicros, tokens, rewardTokens };
}

const parent = async (left: BalanceNode, right: BalanceNode, sha256: Sha256) => ({
  hash: await sha256(nodeText(left, right)),
  ...plus(left, right),
});

/** All levels, leaves first; a node without a neighbour moves up as it is. */
export type BalanceTree = readonly (readonly BalanceNode[])[];

const nobody: BalanceNode = { hash: '', owedMicros: 0, tokens: 0, rewardTokens: 0 };

/** Builds the tree over the leaves in their order. */
export async function balanceTree(
  leaves: readonly BalanceLeaf[],
  sha256: Sha256,
): Promise<BalanceTree> {
  let level: BalanceNode[] = [];
  for (const leaf of leaves) level.push(await leafNode(leaf, sha256));
  const levels = [level];
  while (level.length > 1) {
    const above: BalanceNode[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as BalanceNode, level[at + 1]];
      above.push(right ? await parent(left, right, sha256) : left);
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

/** The root: the total of all users, and the hash over each of them. */
export const rootOf = (tree: BalanceTree): BalanceNode => tree.at(-1)?.[0] ?? nobody;

/** The neighbours from a leaf up to the root. */
export function proofOf(tree: BalanceTree, leafIndex: number): ProofStep[] {
  const steps: ProofStep[] = [];
  let index = leafIndex;
  for (const level of tree) {
    const node = level[index % 2 === 0 ? index + 1 : index - 1];
    if (node) steps.push({ side: index % 2 === 0 ? 'right' : 'left', node });
    index = Math.floor(index / 2);
  }
  return steps;
}

/**
 * Whether a leaf is part of a root: its hash, combined with its neighbours one after another, has
 * to lead to the root, and so do the sums; no neighbour may be below zero, which would hide others.
 */
export async function isPartOf(
  root: BalanceNode,
  { leaf, steps }: { readonly leaf: BalanceLeaf; readonly steps: readonly ProofStep[] },
  sha256: Sha256,
): Promise<boolean> {
  if (!isDue(leaf)) return false;
  let node = await leafNode(leaf, sha256);
  for (const step of steps) {
    if (!isDue(step.node)) return false;
    node = await (step.side === 'left'
      ? parent(step.node, node, sha256)
      : parent(node, step.node, sha256));
    if (!isDue(node)) return false;
  }
  return node.hash === root.hash && dueText(node) === dueText(root);
}
