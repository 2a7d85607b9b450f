/** Full- and half-width forms, without those whose NFKC form changes more than the width. */
const widths = /[\u3000\uff01-\uff9f\uffe0-\uffe2\uffe4-\uffe6\uffe8-\uffee]+/gu;

const spaced = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Fast path for most names: single ASCII words and spaces, already normalised. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Normalises a title or an artist's name so that equal names compare equal (N-INP-03): NFC, lower case, one
 * width, single spaces. Accents, punctuation, `#`, `+`, ß versus ss and the dots of i still differ.
 */
export function exactName(name: string): string {
  if (plain.test(name)) return name.toLowerCase();
  const narrow = name.normalize('NFC').replace(widths, (run) => run.normalize('NFKC'));
  // Greek has a second lower-case sigma at the end of words.
  return spaced(narrow.toLowerCase().replaceAll('ς', 'σ')).normalize('NFC');
}

/**
 * Marks of Latin and Greek letters that reports drop without changing the letter. Horn, hook and dot below
 * (ư, ả, ạ) are excluded, because they make other Vietnamese words. So is the dot above, which separates
 * Turkish i and ı.
 */
const accents = /[\u0300-\u0304\u0306\u0308\u030a-\u030c\u0313\u0314\u0326-\u0328\u0342\u0345]/gu;

const accentedLetter = /^[\p{Script=Latin}\p{Script=Greek}]/u;

const letters = /[^\p{M}]\p{M}*|\p{M}+/gu;

const lettersOf = (exact: string): string[] => exact.normalize('NFD').match(letters) ?? [];

const withoutAccents = (letter: string): string =>
  accentedLetter.test(letter) ? letter.replace(accents, '') : letter;

/**
 * Returns a lookup key shared by names that differ only in accents.
 *
 * @param exact an exact name
 */
export const bareName = (exact: string): string => lettersOf(exact).map(withoutAccents).join('');

/** Signs of Vietnamese, where accents are tones and make other words: its own marks, two marks, đ. */
const tones = /[\u031b\u0309\u0323]|\p{Script=Latin}\p{M}{2}|đ/u;

function lackAccentsOf(ones: readonly string[], others: readonly string[]): boolean {
  return ones.every((letter, at) => {
    const beside = others[at] ?? '';
    if (letter === beside) return true;
    const marks = new Set(beside);
    return (
      withoutAccents(letter) === withoutAccents(beside) &&
      [...letter].every((sign) => marks.has(sign))
    );
  });
}

/**
 * Says whether two names differ only in accents that one of them lacks. A different accent (péché, pêche) or
 * tone is another word.
 */
export function lacksOnlyAccents(one: string, other: string): boolean {
  if (one === other) return true;
  const [ones, others] = [lettersOf(one), lettersOf(other)];
  if (ones.length !== others.length || tones.test(`${ones.join('')}${others.join('')}`)) {
    return false;
  }
  return lackAccentsOf(ones, others) || lackAccentsOf(others, ones);
}

/** Replacements for letters that keyboards or databases lack. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '&': ' and ',
};

/** Scripts whose marks are often dropped; in other scripts (ハ and パ) a mark makes another letter. */
const optionalMarks =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

/** Additions to a title that do not make it another song. */
const additions = [
  /[([]?\b(?:feat|ft|featuring)\b\.?[^)\]]*[)\]]?/u,
  /[-–—([]\s*(?:\d{4} )?(?:digital )?remaster(?:ed)?(?: \d{4})?(?: version)?\s*[)\]]?\s*$/u,
  /[-–—([]\s*original(?: mix| version)?\s*[)\]]?\s*$/u,
];

const words = (text: string): string =>
  spaced(text.replace(/['’‘`´]/gu, '').replace(/[^\p{L}\p{N}\p{M}#+]+/gu, ' '));

/** Normalises a name loosely, for suggestions: accents, punctuation, guests and remasters do not count. */
export function looseName(name: string): string {
  const folded = exactName(name.normalize('NFKC')).replace(
    /\p{Default_Ignorable_Code_Point}/gu,
    '',
  );
  const bare = folded
    .normalize('NFD')
    .replace(optionalMarks, '$1')
    .normalize('NFC')
    .replace(/[ßæœøłđı&]/gu, (sign) => spellings[sign] ?? sign);
  const short = additions.reduce((text, addition) => text.replace(addition, ' '), bare);
  // A work can be called "???" or "Feat.": then the signs are its name.
  return words(short) || words(bare) || bare.trim();
}

/** Says whether a Spotify file can be named after a song: `-timeline.csv`, ` (1)`, `_` for invalid characters. */
export function mayBeNamedAfter(fileName: string, songName: string): boolean {
  const title = /(.*?)-timeline(?: ?\(\d+\))?\.csv$/i.exec(fileName)?.[1];
  if (title === undefined) return false;
  const pattern = title
    .normalize('NFKC')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('_', '.');
  return new RegExp(`^${pattern}$`, 'iu').test(songName.normalize('NFKC').trim());
}
