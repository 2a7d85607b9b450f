/** Words that stand for "no value" in reports and spreadsheets. */
const words =
  /^(?:blank|empty|k\.?a\.?|missing|n[./\\ ]?[ad]\.?|nan|nil|no (?:id|isrc|value)|none|not (?:applicable|available|set)|null|nv|pending|s\/o|tb[acd]|undefined|unknown|unset|x{2,}|なし|不明)$/u;

/** Those of them that can stand for a title or an artist; Ka and NA are artists. */
const nameWords =
  /^(?:n[./\\]a\.?|none|not (?:applicable|available|set)|null|tb[acd]|undefined|unknown(?: artist| title)?|no artist|various artists|なし|不明)$/u;

/** What a spreadsheet shows instead of a value. */
const errors = /^#(?:#+|[a-z]+[!?]|div\/0!|n\/[ad]|nv)$/u;

/** Longer texts with letters or digits are names: this is asked of every row. */
const LONGEST = 32;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[\s"'([<{]+|[\s"')\]>}]+$/gu, '');

/** Whether an id is none (N-INP-04): a word for nothing, signs or zeros alone, or a rounded number (`1.23E+12`). */
export function isPlaceholderId(text: string): boolean {
  if (text.trim().length > LONGEST && /[1-9\p{L}]/u.test(text)) return false;
  const id = plain(text);
  return (
    !/[\p{L}\p{N}]/u.test(id) ||
    /^[0.,\s-]+$/u.test(id) ||
    words.test(id) ||
    errors.test(id) ||
    /^-?\d+(?:[.,]\d+)?e(?:[+-]\d{1,3})$|^-?\d+[.,]\d+e\d{1,3}$/u.test(id)
  );
}

/** Whether a title or artist says nothing; a work may be called "Unknown" or "0", so only a person can say so. */
export function isPlaceholderName(text: string): boolean {
  if (text.includes('\ufffd')) return true;
  if (text.trim().length > LONGEST && /[1-9\p{L}]/u.test(text)) return false;
  const name = plain(text);
  return /^[-–—_./\\?*…\s0]*$/u.test(name) || nameWords.test(name) || errors.test(name);
}
