import { isRecord, readNumber } from '../tolerant.ts';

/** `users/{uid}/summary`: credits, not dollars; one credit is worth ten cents (SPEC §3). */
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

/** Total credits: the purchased plus the earned ones (SPEC §3). */
export const totalCreditsOf = (summary: CreditSummary): number =>
  summary.purchasedCredits + summary.earnedCredits;
