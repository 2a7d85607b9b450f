import { inks } from '../inks.ts';
import { disc, halftone, layered, OVERPRINT, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

const DISCS = [
  { x: 592, y: 502, radius: 270 },
  { x: 330, y: 560, radius: 240 },
  { x: 560, y: 660, radius: 170 },
] as const;

function draw({ noise, variant, first, second }: Sheet): string {
  const { x, y, radius } = DISCS[variant] as (typeof DISCS)[number];
  const mist = layered(noise, 4);
  const darkness = (dotX: number, dotY: number) => {
    const density = (mist(dotX / 330, dotY / 210) - 0.4) * 2.1;
    // Clear air at the top, where the type stands.
    const air = Math.min(1, Math.max(0, (dotY - 120) / 190));
    return Math.min(0.86, Math.max(0, density)) * air;
  };
  return halftone(900, 11, first, darkness) + disc(x, y, radius, `fill="${second}" ${OVERPRINT}`);
}

/** A halftone cloud with a disc printed over it. */
export const cloud: Recipe = {
  inkSets: [
    inks('lilac plum plum vermilion plum'),
    inks('cream navy navy vermilion navy'),
    inks('rose plum plum ochre plum'),
    inks('sky navy navy lilac navy'),
    inks('ochre black black vermilion black'),
    inks('paper teal teal rose teal'),
    inks('grey black black vermilion black'),
    inks('cream bottle bottle ochre bottle'),
  ],
  typePlaces: ['left', 'right'],
  variants: DISCS.length,
  draw,
};
