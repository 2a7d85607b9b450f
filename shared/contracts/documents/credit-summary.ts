import type { EarnedDay } from '../../domain/books/guards.ts';
import { MICROS_PER_CREDIT } from '../../domain/money.ts';
import { isRecord, readNumber } from '../tolerant.ts';

/** The credits in `users/{uid}/summary`, not dollars: one credit is worth ten cents (R-DB-05). */
export interface CreditSummary {
  readonly purchasedCredits: number;
  readonly earnedCredits: number;
}

const totalCredits = (value: unknown): number =>
  isRecord(value) ? Math.max(0, readNumber(value.totalCredits)) : 0;

export function readCreditSummary(value: unknown): CreditSummary {
  const stored = isRecord(value) ? value : {};
  return {
    purchasedCredits: totalCredits(stored.currentCreditsStrings),
    earnedCredits: totalCredits(stored.earnedCreditsStrings),
  };
}

/** Sums purchased and earned credits (R-WAL-13). */
export const sumCredits = (summary: CreditSummary): number =>
  summary.purchasedCredits + summary.earnedCredits;

const micros = (credits: unknown): number =>
  Math.max(0, Math.round(readNumber(credits) * MICROS_PER_CREDIT));

/** Reads `earnedCreditsByDate` of the summary: a user's earnings by UTC day (R-DB-05). */
export function readEarnedDays(value: unknown): EarnedDay[] {
  const byDate = isRecord(value) ? value.earnedCreditsByDate : undefined;
  return Object.entries(isRecord(byDate) ? byDate : {}).flatMap(([date, day]) =>
    isRecord(day) ? [{ date, totalMicros: micros(day.total), spentMicros: micros(day.spent) }] : [],
  );
}
