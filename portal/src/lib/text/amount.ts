import { CENTS_PER_USD, usdOfCents } from '@datchain/shared/domain/money.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';

/** An amount as the field holds it: 18240 → '182.40'. */
export const amountText = (cents: Cents): string => usdOfCents(cents).toFixed(2);

/**
 * What an amount field makes of what was typed (R-CSH-03): non-numeric characters and
 * leading zeros go, so does what is finer than a cent, and no more stays than is allowed.
 */
export function typedAmount(typed: string, mostCents: Cents): string {
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.');
  const dollars = whole.replace(/^0+(?=\d)/, '');
  const text = rest.length > 0 ? `${dollars}.${rest.join('').slice(0, 2)}` : dollars;
  return Number(text) * CENTS_PER_USD > mostCents ? amountText(mostCents) : text;
}

/** US dollars as the server takes them; NaN for what is not an amount. */
export const amountOf = (text: string): number => (/\d/.test(text) ? Number(text) : Number.NaN);
