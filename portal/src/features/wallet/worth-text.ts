import { formatMicros } from '@datchain/shared/domain/format.ts';
import type { Wallet } from './use-wallet.ts';

/** What tokens and change buy editions for, and by how much that is not what they stand at (N-EXP-05). */
export function worthText({
  faceMicros,
  aboveFaceMicros: above,
}: Pick<Wallet, 'faceMicros' | 'aboveFaceMicros'>): string {
  const worth = `They buy editions for ${formatMicros(faceMicros)}`;
  const issued =
    'what tokens are worth there is what they were issued for, whatever was paid for them since.';
  if (above === 0) return `${worth}: ${issued}`;
  const difference = `${formatMicros(Math.abs(above))} ${above > 0 ? 'less' : 'more'} than at the prices of their blocks`;
  return above > 0
    ? `${worth}, ${difference}: ${issued}`
    : `${worth}, ${difference}: tokens count there at what they were issued for, and what an edition did not take of its last token stays with the others.`;
}
