import { usdOfCents } from '@datchain/shared/domain/money.ts';
import { checkPayout, payoutSentences } from '@datchain/shared/domain/payout.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { readAmount } from '@datchain/shared/domain/typed-amount.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';

/**
 * Checks a payout as it is typed, by the rule for the amounts that the server takes.
 *
 * @returns the amount in cents, or why it cannot be paid out; a text with two readings is refused
 * with both
 */
export function checkTypedPayout(text: string, availableCents: Cents): Cents | Refusal {
  const read = readAmount(text);
  if (typeof read === 'number') return checkPayout(usdOfCents(read), availableCents);
  const sentence = read.fault === 'ambiguous' ? read.sentence : payoutSentences.invalid;
  return refuse('invalid-argument', sentence);
}
