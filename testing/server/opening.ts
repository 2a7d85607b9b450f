import { getUser, userDocument } from '@datchain/functions/journal/entries/order-documents.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { EntryKind } from '@datchain/shared/domain/books/entry-kinds.ts';
import type { EarnedDay } from '@datchain/shared/domain/books/guards.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';

export interface OpeningEarnings {
  /** Earnings by day, YYYY-MM-DD, in micros; a user's openings contain each day only once. */
  readonly days?: Readonly<Record<string, number>>;
  readonly rewardQty?: number;
  readonly debtMicros?: number;
}

/** Makes an entry kind for tests only, unknown to all readers of the journal. */
const ownKind = (kind: string) => kind as EntryKind;

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
