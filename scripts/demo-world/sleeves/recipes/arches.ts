import { inks } from '../inks.ts';
import { disc, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

interface Record {
  x: number;
  y: number;
  /** Radius of the outermost groove. */
  radius: number;
}

const COMPOSITIONS: readonly (readonly Record[])[] = [
  [{ x: 271, y: 853, radius: 611 }],
  [{ x: 450, y: 900, radius: 610 }],
  [{ x: 760, y: 640, radius: 470 }],
  [
    { x: 150, y: 900, radius: 540 },
    { x: 750, y: 900, radius: 400 },
  ],
  [{ x: 450, y: 536, radius: 330 }],
];

function recordAt({ x, y, radius }: Record, sheet: Sheet, quietBelow: boolean): string {
  const { chance, ground, first, second } = sheet;
  const band = radius > 500 ? 36 : 28;
  // The label in the middle, then grooves outwards; two of them catch the light.
  const label = band * 3.25;
  const grooves = Math.floor((radius - label) / (band * 2));
  const bright = new Set([0, chance.whole(Math.ceil(grooves / 2), grooves - 2)]);
  let svg = quietBelow ? disc(x, y, radius + band, `fill="${ground}"`) : '';
  for (let groove = 0; groove < grooves; groove += 1) {
    const middle = label + band * 1.5 + groove * band * 2;
    const ink = bright.has(groove) ? second : first;
    svg += disc(x, y, middle, `fill="none" stroke="${ink}" stroke-width="${band}"`);
  }
  return svg + disc(x, y, label, `fill="${second}"`);
}

/** Record grooves as concentric arches. */
export const arches: Recipe = {
  inkSets: [
    inks('vermilion black black cream black'),
    inks('cream bottle bottle vermilion bottle'),
    inks('navy cream sky ochre sky'),
    inks('ochre plum plum paper plum'),
    inks('rose black vermilion black vermilion'),
    inks('teal cream navy cream navy'),
    inks('lilac navy navy vermilion navy'),
  ],
  typePlaces: ['left'],
  variants: COMPOSITIONS.length,
  draw: (sheet) =>
    (COMPOSITIONS[sheet.variant] ?? [])
      .map((each, index) => recordAt(each, sheet, index > 0))
      .join(''),
};
