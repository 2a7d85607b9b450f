import { checkReading, cleanLine } from './public-text.ts';

const LONGEST = 300;

/** A host with a dot in it and a name at its end, a port that can be, no user, nothing that could leave an attribute. */
const page =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?!\p{N}+(?:[:/?#]|$))[\p{L}\p{N}-]{2,}(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:[/?#][^\s<>"'`\\]*)?$/iu;

/** The address of a page, as typed: `https://` is added where missing. @returns undefined if no page may link to it */
export function readWebAddress(text: string): string | undefined {
  const typed = cleanLine(text);
  if (typed.length > LONGEST || checkReading(text)) return undefined;
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  return page.test(whole) ? whole : undefined;
}
