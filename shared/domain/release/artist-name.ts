import { canBeSeen, cleanLine } from '../public-text.ts';

/** The longest artist name, as it is typed (rules/firestore.rules). */
const LONGEST_NAME = 120;

export const artistNameTaken = 'Another artist has this name, or one that looks like it.';

/** Scripts that people mix in one word, by Unicode's list (UTS 39, highly restrictive). */
const writtenTogether: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** The scripts people use today (UAX 31, recommended). */
const scripts = (
  'Latin Cyrillic Greek Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Devanagari Bengali ' +
  'Gujarati Gurmukhi Kannada Malayalam Oriya Tamil Telugu Sinhala Thai Lao Khmer Myanmar Tibetan ' +
  'Ethiopic Georgian Armenian Thaana'
)
  .split(' ')
  .map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Digits, punctuation and marks that go with any letters. */
const common = /\p{Script=Common}|\p{Script=Inherited}/u;

/** The script of a letter; all scripts not in use today count as one. */
const scriptOf = (letter: string): string =>
  scripts.find((script) => script.letter.test(letter))?.name ?? 'another script';

const scriptsOf = (word: string): string[] => [
  ...new Set([...word].filter((letter) => !common.test(letter)).map(scriptOf)),
];

const isWritten = (found: readonly string[]): boolean =>
  found.length < 2 ||
  writtenTogether.some((together) => found.every((script) => together.includes(script)));

/** Why an artist cannot have this name. Letters of two scripts in a word make it look like another one (N-MON-11). */
export function checkArtistName(name: string): string | undefined {
  if (name.length > LONGEST_NAME) return `An artist name can have at most ${LONGEST_NAME} letters.`;
  if (!canBeSeen(cleanLine(name))) return 'An artist name must have letters or digits.';
  // Stryker disable next-line ArrayDeclaration: A name without any word has nothing to mix: these are three words of one script.
  for (const word of name.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const found = scriptsOf(word);
    if (isWritten(found)) continue;
    return `Write each word in one script: “${word}” mixes ${found.join(' and ')}.`;
  }
  return undefined;
}
