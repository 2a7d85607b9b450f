/** Letters that do not come apart into a plain one and its accent. */
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

/** A text as the search compares it: small letters, no accents, single blanks. 'José ' → 'jose'. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœøßłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\p{M}’'`]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
