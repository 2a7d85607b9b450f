import { darknessOf, looksOf } from '../figure.ts';
import { inks } from '../inks.ts';
import { disc, halftone, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

const BACKDROPS = [
  { x: 558, y: 412, radius: 298 },
  { x: 345, y: 440, radius: 290 },
  { x: 450, y: 395, radius: 275 },
];

function draw({ chance, variant, first, second }: Sheet): string {
  const { x, y, radius } = BACKDROPS[variant] as (typeof BACKDROPS)[number];
  const looks = looksOf(chance);
  // A bun would reach into the type.
  if (variant === 0 || looks.hair === 'bun') looks.hair = 'round';
  return disc(x, y + 20, radius, `fill="${second}"`) + halftone(900, 8, first, darknessOf(looks));
}

/** A halftone head before a disc. */
export const head: Recipe = {
  inkSets: [
    inks('grey black black vermilion black'),
    inks('cream navy navy ochre navy'),
    inks('lilac plum plum rose plum'),
    inks('sky black black paper black'),
    inks('ochre bottle bottle cream bottle'),
    inks('rose plum plum vermilion plum'),
  ],
  typePlaces: ['split'],
  variants: BACKDROPS.length,
  draw,
};
