import { CENTS_PER_USD, usdOfCents, WRITE_WHOLE_CENTS } from './money.ts';
import type { Cents } from './units.ts';

/** The reason why a text is not one amount, and what to type instead. `usd` has a fraction of a cent. */
export type AmountFault = { readonly sentence: string } & (
  | { readonly fault: 'empty' | 'unreadable' | 'ambiguous' }
  | { readonly fault: 'fraction'; readonly usd: number }
);

/** Formats cents as an amount field shows them: 18240 → '182.40'. */
export const amountText = (cents: Cents): string => usdOfCents(cents).toFixed(2);

const isDigit = /^\p{Nd}$/u;

/** Returns the value of a digit of any script. Unicode's rows of digits start at zero and have no gaps. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Converts digits of every script to ASCII and unifies separators. Arabic comma and point stay, because Urdu
 * uses both.
 */
export const inOneScript = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, digitValue)
    .replace(/[．﹒。｡]/g, '.')
    .replace(/[，﹐]/g, ',')
    .replace(/[’‘ʼ′`´٬＇]/g, "'")
    .replace(/\s/g, ' ');

/**
 * Keeps the characters of an amount in a field (R-CSH-03): ASCII digits and their separators. Text around the
 * number, letters within it and leading zeros go. A sign within it ('25-50') stays, so that the field refuses
 * it.
 */
export const keepAmount = (text: string): string =>
  inOneScript(text)
    // An abbreviation ends with its own point: 'Rs.50' is fifty.
    .replace(/^\D*\p{L}\D*/u, '')
    .replace(/^[^\d.,،٫]+/, '')
    .replace(/([.,،٫ ']*)[^\d.,،٫ ']\D*$/, '$1')
    .replace(/[\p{L}\p{M}]/gu, '')
    .replace(/^0+(?=\d)/, '');

/** Digits in groups of three, or as in India ('12,34,567'), with one separator throughout. */
const grouped = /^(?:[1-9]\d{0,2}([.,، '])\d{3}(?:\1\d{3})*|[1-9]\d?([.,، '])(?:\d{2}\2)+\d{3})$/;

/** Returns the separator of a grouped number: '' if it has none, undefined if the text is not a number. */
function separatorIn(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return '';
  const [, first, second] = grouped.exec(whole) ?? [];
  return first ?? second;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

function splitNumber(kept: string): { whole: string; decimals: string } | undefined {
  if (!/\d/.test(kept)) return undefined;
  if (separatorIn(kept) !== undefined) return { whole: digitsOf(kept), decimals: '' };
  const [, front = '', point = '', decimals = ''] = /^(.*)([.,،٫])(\d*)$/.exec(kept) ?? [];
  const separator = separatorIn(front);
  if (!point || separator === undefined || separator === point) return undefined;
  return { whole: digitsOf(front), decimals };
}

/**
 * Reads a typed amount of US dollars with any usual separators and digits (N-INP-07). A single comma or point
 * before exactly three digits is ambiguous and refused, never guessed.
 *
 * @returns whole cents, or the fault
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

/** Reads a typed quantity, where commas and points separate thousands; NaN for any other text. */
export function readQuantity(text: string): number {
  const typed = inOneScript(text).trim();
  return typed !== '' && separatorIn(typed) !== undefined ? Number(digitsOf(typed)) : Number.NaN;
}
