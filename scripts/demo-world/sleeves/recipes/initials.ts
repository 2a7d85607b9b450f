import { outlineText } from '../../../../builder/type/outlines.ts';
import { inks } from '../inks.ts';
import { OVERPRINT, path, px, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

/** Where the two letters' left edges and tops stand, and how large they are set. */
const COMPOSITIONS = [
  { size: 1075, first: [-30, 165], second: [300, 300] },
  { size: 940, first: [30, 170], second: [370, 228] },
  { size: 1010, first: [-44, 193], second: [350, 165] },
] as const;

/** Height of a capital, in parts of the type size. */
const CAPITAL = 0.7;

/** The first letter of the title, and one of its second word or of the artist. */
function lettersOf({ title, artist }: Sheet): [string, string] {
  const words = title.split(' ').filter((word) => /^[\p{L}\d]/u.test(word));
  const [one, two] = [words[0] ?? title, words.at(-1) ?? artist];
  const letter = (word: string) => (word[0] ?? 'D').toUpperCase();
  return words.length > 1 ? [letter(one), letter(two)] : [letter(one), letter(artist)];
}

function draw(sheet: Sheet): string {
  const composition = COMPOSITIONS[sheet.variant] as (typeof COMPOSITIONS)[number];
  const [one, two] = lettersOf(sheet);
  const letter = (text: string, [x, top]: readonly [number, number], ink: string) => {
    const baseline = top + composition.size * CAPITAL;
    const place = `transform="translate(${px(x)} ${px(baseline)})"`;
    return path(outlineText(text, composition.size, 700).d, `${place} fill="${ink}" ${OVERPRINT}`);
  };
  return (
    letter(one, composition.first, sheet.first) + letter(two, composition.second, sheet.second)
  );
}

/** Two giant initials, one printed over the other. */
export const initials: Recipe = {
  inkSets: [
    inks('cream black vermilion sky vermilion'),
    inks('paper plum rose teal rose'),
    inks('cream bottle ochre teal ochre'),
    inks('paper navy lilac vermilion lilac'),
    inks('cream navy sky rose sky'),
    inks('paper black ochre lilac ochre'),
  ],
  typePlaces: ['right'],
  variants: COMPOSITIONS.length,
  draw,
};
