import { getUser, userDocument } from '@datchain/functions/journal/entries/order-documents.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { EntryKind } from '@datchain/shared/domain/books/entry-kinds.ts';
import type { EarnedDay } from '@datchain/shared/domain/books/guards.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';

/** What a test's user starts with, besides tokens. */
export interface OpeningEarnings {
  /** Earned by day, YYYY-MM-DD, in micros; each day once in all of a user's openings. */
  readonly days?: Readonly<Record<string, number>>;
  readonly rewardQty?: number;
  readonly debtMicros?: number;
}

/** A kind of tests alone: no reader of the journal knows it. */
const ownKind = (kind: string) => kind as EntryKind;

/** Gives a user earnings, reward tokens or a debt from before the journal; soundly posted. */
export const openingEarningsEntry = (
  uid: string,
  attempt: string,
  opening: OpeningEarnings,
): Entry<null> => ({
  id: `opening-earnings:${uid}:${attempt}`,
  kind: ownKind('opening-earnings'),
  actor: 'system',
  input: opening,
  reads: [docs.userGuard(uid)],
  decide(view) {
    const { days = {}, rewardQty = 0, debtMicros = 0 } = opening;
    const user = getUser(view, uid);
    const earned = Object.entries(days).map(
      ([date, totalMicros]): EarnedDay => ({ date, totalMicros, spentMicros: 0 }),
    );
    const micros = earned.reduce((sum, { totalMicros }) => sum + totalMicros, 0);
    return {
      result: null,
      postings: [
        ...move('USD', accounts.opening, accounts.owed(uid), micros),
        ...move('REWARD', accounts.issuer, accounts.user(uid), rewardQty),
        ...move('USD', accounts.debt(uid), accounts.opening, debtMicros),
      ],
      documents: [
        userDocument({
          ...user,
          earnedDays: [...user.earnedDays, ...earned].sort((a, b) => (a.date < b.date ? -1 : 1)),
          rewardQty: user.rewardQty + rewardQty,
          debtMicros: user.debtMicros + debtMicros,
        }),
      ],
      touched: [`user:${uid}`],
    };
  },
});

/** Money for the reward pool from before the journal. */
export const openingPoolMoneyEntry = (attempt: string, poolMicros: number): Entry<null> => ({
  id: `opening-pool-money:${attempt}`,
  kind: ownKind('opening-pool-money'),
  actor: 'system',
  input: { poolMicros },
  reads: [docs.supplyGuard],
  decide(view) {
    const supply = readSupplyGuard(view(docs.supplyGuard));
    return {
      result: null,
      postings: move('USD', accounts.opening, accounts.pool, poolMicros),
      documents: [
        { path: docs.supplyGuard, data: { ...supply, poolMicros: supply.poolMicros + poolMicros } },
      ],
      touched: ['supply'],
    };
  },
});
