/** Full- and half-width forms, without those whose plain form is more than another width. */
const widths = /[\u3000\uff01-\uff9f\uffe0-\uffe2\uffe4-\uffe6\uffe8-\uffee]+/gu;

const spaced = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Single words and spaces of ASCII, which most names are: they have one width and one form. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A title or an artist's name in the form in which equal names are equal (N-INP-03): NFC, one case,
 * one width, single spaces. Everything else counts: accents, punctuation, `#`, `+`, ß beside ss, the
 * dots of i.
 */
export function exactName(name: string): string {
  if (plain.test(name)) return name.toLowerCase();
  const narrow = name.normalize('NFC').replace(widths, (run) => run.normalize('NFKC'));
  // Greek writes the same small letter in another shape at the end of a word.
  return spaced(narrow.toLowerCase().replaceAll('ς', 'σ')).normalize('NFC');
}

/**
 * Marks of Latin and Greek letters that reports leave out: the letter stays the same letter. Not among
 * them are the horn, the hook and the dot below (ư, ả, ạ), which make other words of Vietnamese, and the
 * dot above, which Turkish tells i and ı apart by.
 */
const accents = /[\u0300-\u0304\u0306\u0308\u030a-\u030c\u0313\u0314\u0326-\u0328\u0342\u0345]/gu;

const accentedLetter = /^[\p{Script=Latin}\p{Script=Greek}]/u;

/** A letter with its marks. */
const letters = /[^\p{M}]\p{M}*|\p{M}+/gu;

const lettersOf = (exact: string): string[] => exact.normalize('NFD').match(letters) ?? [];

const withoutAccents = (letter: string): string =>
  accentedLetter.test(letter) ? letter.replace(accents, '') : letter;

/** The key under which names that differ only in accents are found; `exact` is an exact name. */
export const bareName = (exact: string): string => lettersOf(exact).map(withoutAccents).join('');

/** Signs of Vietnamese, in which an accent is a tone and another word: its own marks, two marks, đ. */
const tones = /[\u031b\u0309\u0323]|\p{Script=Latin}\p{M}{2}|đ/u;

/** Whether letters are those of another name, some of them without its accents. */
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
 * Whether two names differ in accents that one of them lacks. Another accent (péché, pêche) or tone is another
 * word.
 */
export function lacksOnlyAccents(one: string, other: string): boolean {
  if (one === other) return true;
  const [ones, others] = [lettersOf(one), lettersOf(other)];
  if (ones.length !== others.length || tones.test(`${ones.join('')}${others.join('')}`)) {
    return false;
  }
  return lackAccentsOf(ones, others) || lackAccentsOf(others, ones);
}

/** Letters that stand for others where a keyboard or a database lacks them. */
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

/** Scripts whose marks are often left out; those of the others (ハ and パ) make another letter. */
const optionalMarks =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

/** What is added to a title without making it another song. */
const additions = [
  /[([]?\b(?:feat|ft|featuring)\b\.?[^)\]]*[)\]]?/u,
  /[-–—([]\s*(?:\d{4} )?(?:digital )?remaster(?:ed)?(?: \d{4})?(?: version)?\s*[)\]]?\s*$/u,
  /[-–—([]\s*original(?: mix| version)?\s*[)\]]?\s*$/u,
];

const words = (text: string): string =>
  spaced(text.replace(/['’‘`´]/gu, '').replace(/[^\p{L}\p{N}\p{M}#+]+/gu, ' '));

/** A name in which spellings look alike, for suggestions: accents, punctuation, guests and remasters do not matter. */
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
  // A work may be called "???" or "Feat.": then the signs are its name.
  return words(short) || words(bare) || bare.trim();
}

/** Whether a song may be the one a Spotify file is named after: `-timeline.csv`, ` (1)`, `_` for impossible signs. */
export function mayBeNamedAfter(fileName: string, songName: string): boolean {
  const title = /(.*?)-timeline(?: ?\(\d+\))?\.csv$/i.exec(fileName)?.[1];
  if (title === undefined) return false;
  const pattern = title
    .normalize('NFKC')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('_', '.');
  return new RegExp(`^${pattern}$`, 'iu').test(songName.normalize('NFKC').trim());
}
