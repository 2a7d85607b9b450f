/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Folds a text for the search: lower case, no accents, single spaces. 'José ' → 'jose'. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœøßłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\p{M}’'`]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
