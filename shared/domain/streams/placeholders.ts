const emptyWords =
  /^(?:blank|empty|k\.?a\.?|missing|n[./\\ ]?[ad]\.?|nan|nil|no (?:id|isrc|value)|none|not (?:applicable|available|set)|null|nv|pending|s\/o|tb[acd]|undefined|unknown|unset|x{2,}|なし|不明)$/u;

/** The words that also replace a title or an artist; Ka and NA are real artists. */
const nameWords =
  /^(?:n[./\\]a\.?|none|not (?:applicable|available|set)|null|tb[acd]|undefined|unknown(?: artist| title)?|no artist|various artists|なし|不明)$/u;

const errors = /^#(?:#+|[a-z]+[!?]|div\/0!|n\/[ad]|nv)$/u;

/** Fast path: longer texts with letters or digits are names. This runs for every row. */
const MAX_LENGTH = 32;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[\s"'([<{]+|[\s"')\]>}]+$/gu, '');

/**
 * Says whether an id is a placeholder (N-INP-04): a word for nothing, only signs or zeros, or a rounded
 * number (`1.23E+12`).
 */
export function isPlaceholderId(text: string): boolean {
  if (text.trim().length > MAX_LENGTH && /[1-9\p{L}]/u.test(text)) return false;
  const id = plain(text);
  return (
    !/[\p{L}\p{N}]/u.test(id) ||
    /^[0.,\s-]+$/u.test(id) ||
    emptyWords.test(id) ||
    errors.test(id) ||
    /^-?\d+(?:[.,]\d+)?e(?:[+-]\d{1,3})$|^-?\d+[.,]\d+e\d{1,3}$/u.test(id)
  );
}

/**
 * Says whether a title or artist is a placeholder. Works can be called "Unknown" or "0", so only a person can
 * decide that.
 */
export function isPlaceholderName(text: string): boolean {
  if (text.includes('\ufffd')) return true;
  if (text.trim().length > MAX_LENGTH && /[1-9\p{L}]/u.test(text)) return false;
  const name = plain(text);
  return /^[-–—_./\\?*…\s0]*$/u.test(name) || nameWords.test(name) || errors.test(name);
}
