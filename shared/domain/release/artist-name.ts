import { canBeSeen, cleanLine } from '../public-text.ts';

/** The most characters of an artist name, as typed (also in rules/firestore.rules). */
const MAX_NAME_LENGTH = 120;

export const artistNameTaken = 'Another artist has this name, or one that looks like it.';

/** Scripts that are mixed within words, by Unicode's list (UTS 39, highly restrictive). */
const writtenTogether: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** The scripts in use today (UAX 31, recommended). */
const scripts = (
  'Latin Cyrillic Greek Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Devanagari Bengali ' +
  'Gujarati Gurmukhi Kannada Malayalam Oriya Tamil Telugu Sinhala Thai Lao Khmer Myanmar Tibetan ' +
  'Ethiopic Georgian Armenian Thaana'
)
  .split(' ')
  .map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));

const common = /\p{Script=Common}|\p{Script=Inherited}/u;

const scriptOf = (letter: string): string =>
  scripts.find((script) => script.letter.test(letter))?.name ?? 'another script';

const listScripts = (word: string): string[] => [
  ...new Set([...word].filter((letter) => !common.test(letter)).map(scriptOf)),
];

const isWritten = (found: readonly string[]): boolean =>
  found.length < 2 ||
  writtenTogether.some((together) => found.every((script) => together.includes(script)));

/** Returns the refusal of an artist name. Mixing scripts in a word makes it look like another name (N-MON-11). */
export function checkArtistName(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH)
    return `An artist name can have at most ${MAX_NAME_LENGTH} letters.`;
  if (!canBeSeen(cleanLine(name))) return 'An artist name must have letters or digits.';
  // Stryker disable next-line ArrayDeclaration: A name without words has nothing to mix: these words are of one script.
  for (const word of name.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const found = listScripts(word);
    if (isWritten(found)) continue;
    return `Write each word in one script: “${word}” mixes ${found.join(' and ')}.`;
  }
  return undefined;
}
