import { randomBytes } from 'node:crypto';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import type { BalanceLeaf, Due } from '@datchain/shared/domain/public-books/balance-tree.ts';
import type { OwnedLeaf } from '../stores/book-days.ts';

/** Which part of what is due to a user a posting changes. */
const parts: Readonly<Record<string, keyof Due>> = {
  'owed USD': 'owedMicros',
  'user TOKEN': 'tokens',
  'user REWARD': 'rewardTokens',
};

/** What is owed to each user, continued from the balances of an earlier day. */
export class DayBalances {
  readonly #leaves: Map<string, BalanceLeaf>;

  /** E-mail addresses are those of the day before: they are asked for again. */
  constructor(before: readonly OwnedLeaf[]) {
    this.#leaves = new Map(before.map(({ email: _, ...leaf }) => [leaf.uid, leaf]));
  }

  add({ account, asset, delta }: Posting): void {
    const [kind = '', ...rest] = account.split(':');
    const part = parts[`${kind} ${asset}`];
    if (!part) return;
    const uid = rest.join(':');
    const leaf = this.#leaves.get(uid) ?? newLeaf(uid);
    this.#leaves.set(uid, { ...leaf, [part]: leaf[part] + delta });
  }

  /**
   * In the order in which they came; those with nothing stay, so that no one gets a second salt.
   */
  leaves(): BalanceLeaf[] {
    return [...this.#leaves.values()];
  }
}

/**
 * The balances as the tree takes them. Clocks of two processes may differ slightly: something spent
 * just before midnight and earned just after it would be below zero in between.
 */
export const treeLeaves = (leaves: readonly BalanceLeaf[]): BalanceLeaf[] =>
  leaves.map((leaf) => ({
    ...leaf,
    owedMicros: Math.max(0, leaf.owedMicros),
    tokens: Math.max(0, leaf.tokens),
    rewardTokens: Math.max(0, leaf.rewardTokens),
  }));

const newLeaf = (uid: string): BalanceLeaf => ({
  uid,
  salt: randomBytes(16).toString('hex'),
  owedMicros: 0,
  tokens: 0,
  rewardTokens: 0,
});
