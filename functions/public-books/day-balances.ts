import { randomBytes } from 'node:crypto';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import { counted, type Due } from '@datchain/shared/domain/public-books/coins.ts';
import type { UserBalance } from '../stores/books-behind.ts';

const parts: Readonly<Record<string, keyof Due>> = {
  'owed USD': 'owedMicros',
  'user TOKEN': 'tokens',
  'user REWARD': 'rewardTokens',
};

export class DayBalances {
  readonly #users: Map<string, UserBalance>;
  readonly #saltOf: SaltOf;

  constructor(before: readonly UserBalance[], saltOf: SaltOf = randomSalt) {
    this.#saltOf = saltOf;
    this.#users = new Map(before.map((user) => [user.uid, user]));
  }

  add({ account, asset, delta }: Posting): void {
    const [kind = '', ...rest] = account.split(':');
    const part = parts[`${kind} ${asset}`];
    if (!part) return;
    const uid = rest.join(':');
    const user = this.#users.get(uid) ?? { uid, salt: this.#saltOf(uid), ...nothing };
    this.#users.set(uid, { ...user, [part]: user[part] + delta });
  }

  /** Lists users in the order in which they came, even at zero, so that no one gets a second salt. */
  all(): UserBalance[] {
    return [...this.#users.values()];
  }
}

/**
 * Sums what is owed to all users. Clocks of two processes may differ slightly, so something spent just before
 * midnight may be earned just after it. A negative balance counts as zero.
 */
export function dueToAll(balances: readonly Due[]): Due {
  const sum = { ...nothing };
  for (const each of balances.map(counted)) {
    sum.owedMicros += each.owedMicros;
    sum.tokens += each.tokens;
    sum.rewardTokens += each.rewardTokens;
  }
  return sum;
}

const nothing: Due = { owedMicros: 0, tokens: 0, rewardTokens: 0 };

export type SaltOf = (uid: string) => string;

const randomSalt: SaltOf = () => randomBytes(16).toString('hex');
