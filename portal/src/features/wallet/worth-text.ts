import { formatMicros } from '@datchain/shared/domain/format.ts';
import type { Wallet } from './use-wallet.ts';

/** Describes what tokens and change buy, and why that differs from their price (N-EXP-05, N-FIG-02). */
export function worthText({
  utility,
  aboveFaceMicros,
}: Pick<Wallet, 'utility' | 'aboveFaceMicros'>) {
  const worth = `They buy editions for ${formatMicros(utility.value)}.`;
  return aboveFaceMicros === 0
    ? worth
    : `${worth} Tokens count for what they first cost, whatever the price of their block is.`;
}
