import { checkReading, cleanLine } from './public-text.ts';

const MAX_LENGTH = 300;

/** A web address: a dotted host that ends in a name, a valid port, no user, no characters that end an attribute. */
const page =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?!\p{N}+(?:[:/?#]|$))[\p{L}\p{N}-]{2,}(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:[/?#][^\s<>"'`\\]*)?$/iu;

/** Reads a typed web address and adds `https://` if it has no scheme; undefined if no page may link to it. */
export function readWebAddress(text: string): string | undefined {
  const typed = cleanLine(text);
  if (typed.length > MAX_LENGTH || checkReading(text)) return undefined;
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  return page.test(whole) ? whole : undefined;
}
