import { formatMicros } from '@datchain/shared/domain/format.ts';
import type { Wallet } from './use-wallet.ts';

/** What tokens and change buy editions for, and by how much that is not what they stand at (N-EXP-05). */
export function worthText({
  faceMicros,
  aboveFaceMicros: above,
}: Pick<Wallet, 'faceMicros' | 'aboveFaceMicros'>): string {
  const worth = `They buy editions for ${formatMicros(faceMicros)}`;
  const issued = 'tokens count there at their value when issued, whatever was paid for them since.';
  if (above === 0) return `${worth}: ${issued}`;
  const difference = `${formatMicros(Math.abs(above))} ${above > 0 ? 'less' : 'more'} than at the prices of their blocks`;
  return above > 0
    ? `${worth}, ${difference}: ${issued}`
    : `${worth}, ${difference}: tokens count there at their value when issued, and what is left of the last token spent stays with the others.`;
}
