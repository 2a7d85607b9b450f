import { CENTS_PER_USD, usdOfCents, WRITE_WHOLE_CENTS } from './money.ts';
import type { Cents } from './units.ts';

/** Reads amounts as people type them (N-INP-07): with any usual separators, in the digits of every script. */

/** Why a text is not one amount, and what to write instead; `usd` is the number that has a fraction of a cent. */
export type AmountFault = { readonly sentence: string } & (
  | { readonly fault: 'empty' | 'unreadable' | 'ambiguous' }
  | { readonly fault: 'fraction'; readonly usd: number }
);

/** An amount in the form in which a field shows it: 18240 → '182.40'. */
export const amountText = (cents: Cents): string => usdOfCents(cents).toFixed(2);

const isDigit = /^\p{Nd}$/u;

/** The value of a digit of any script. Rows of digits begin with zero and follow each other without a gap. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Writes digits of every script in ASCII, each separator in one way. Arabic comma and point stay: Urdu has both. */
export const inOneScript = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, digitValue)
    .replace(/[．﹒。｡]/g, '.')
    .replace(/[，﹐]/g, ',')
    .replace(/[’‘ʼ′`´٬＇]/g, "'")
    .replace(/\s/g, ' ');

/**
 * What an amount field keeps of a text (R-CSH-03): digits, in ASCII, and what separates them. Other
 * characters around the number go, letters within it too, and zeros in front. A sign within it
 * ('25-50') stays: without it the digits would be another number, so the field refuses them.
 */
export const keepAmount = (text: string): string =>
  inOneScript(text)
    // An abbreviation ends with a point of its own: 'Rs.50' is fifty.
    .replace(/^\D*\p{L}\D*/u, '')
    .replace(/^[^\d.,،٫]+/, '')
    .replace(/([.,،٫ ']*)[^\d.,،٫ ']\D*$/, '$1')
    .replace(/[\p{L}\p{M}]/gu, '')
    .replace(/^0+(?=\d)/, '');

/** Digits in groups of three, or as in India ('12,34,567'), with the same separator between all. */
const grouped = /^(?:[1-9]\d{0,2}([.,، '])\d{3}(?:\1\d{3})*|[1-9]\d?([.,، '])(?:\d{2}\2)+\d{3})$/;

/** The separator of a grouped number; '' between plain digits, undefined where there is no number. */
function separatorIn(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return '';
  const [, first, second] = grouped.exec(whole) ?? [];
  return first ?? second;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Parts of a number before and after its decimal point; undefined where there is no number. */
function splitNumber(kept: string): { whole: string; decimals: string } | undefined {
  if (!/\d/.test(kept)) return undefined;
  if (separatorIn(kept) !== undefined) return { whole: digitsOf(kept), decimals: '' };
  const [, front = '', point = '', decimals = ''] = /^(.*)([.,،٫])(\d*)$/.exec(kept) ?? [];
  const separator = separatorIn(front);
  if (!point || separator === undefined || separator === point) return undefined;
  return { whole: digitsOf(front), decimals };
}

/**
 * Reads an amount of US dollars as typed. A single comma or point before exactly three digits can
 * separate thousands or decimals: such a text is refused, never guessed.
 *
 * @returns whole cents, or why the text is not one amount
 */
export function readAmount(text: string): Cents | AmountFault {
  const kept = keepAmount(text).trim();
  if (kept === '') return { fault: 'empty', sentence: 'Enter an amount.' };
  const [, front, rest = ''] = /^([1-9]\d{0,2})[.,،](\d{3})$/.exec(kept) ?? [];
  if (front) {
    return {
      fault: 'ambiguous',
      sentence: `“${kept}” can mean $${front},${rest}.00 or $${front}.${rest}. Write ${front}${rest} or ${front}.${rest.slice(0, 2)}.`,
    };
  }
  const parts = splitNumber(kept);
  if (!parts) {
    return { fault: 'unreadable', sentence: `“${kept}” is not an amount. Write it like 45.50.` };
  }
  const { whole, decimals } = parts;
  if (decimals.length > 2) {
    const usd = Number(`${whole}.${decimals}`);
    return { fault: 'fraction', usd, sentence: WRITE_WHOLE_CENTS };
  }
  return Number(whole) * CENTS_PER_USD + Number(decimals.padEnd(2, '0'));
}

/** Reads a quantity as typed: a comma or point can only separate thousands. Anything else is NaN, and refused. */
export function readQuantity(text: string): number {
  const typed = inOneScript(text).trim();
  return typed !== '' && separatorIn(typed) !== undefined ? Number(digitsOf(typed)) : Number.NaN;
}
