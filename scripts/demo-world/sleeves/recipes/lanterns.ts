import { inks } from '../inks.ts';
import { disc, path, px, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

const PITCH = 158;
const LEFT = 134;
const TOP = 272;

/** The lit part of a moon `phase` (0 new, 1 full) of the way through. */
function moon(x: number, y: number, radius: number, phase: number, ink: string): string {
  const bulge = radius * (2 * phase - 1);
  const arc = (rx: number, sweep: number, endY: number) =>
    `A${px(Math.abs(rx))} ${px(radius)} 0 0 ${sweep} ${px(x)} ${px(endY)}`;
  const d = `M${px(x)} ${px(y - radius)}${arc(radius, 1, y + radius)}${arc(bulge, bulge > 0 ? 1 : 0, y - radius)}`;
  return path(`${d}Z`, `fill="${ink}"`);
}

function draw({ chance, variant, first, second }: Sheet): string {
  const lit = chance.whole(0, 19);
  let svg = '';
  for (let index = 0; index < 20; index += 1) {
    const x = LEFT + (index % 5) * PITCH;
    const y = TOP + Math.floor(index / 5) * PITCH;
    const ink = index === lit ? second : first;
    if (variant === 0) {
      const radius = index === lit ? 76 : chance.pick([34, 38, 38, 42, 50, 56, 62]);
      svg += disc(x, y, radius, `fill="${ink}"`);
    } else if (variant === 1) {
      svg += moon(x, y, 62, 0.08 + (((index + lit) % 20) / 19) * 0.92, ink);
    } else {
      const radius = chance.pick([40, 52, 60, 60]);
      const ring = `fill="none" stroke="${ink}" stroke-width="${px(radius * chance.pick([0.2, 0.45, 0.8]))}"`;
      svg += index === lit ? disc(x, y, 70, `fill="${ink}"`) : disc(x, y, radius * 0.62, ring);
    }
  }
  return svg;
}

/** Twenty dots as a grid of lanterns, one of them lit. */
export const lanterns: Recipe = {
  inkSets: [
    inks('ochre black black vermilion black'),
    inks('navy cream cream ochre cream'),
    inks('cream teal teal vermilion teal'),
    inks('rose bottle bottle paper bottle'),
    inks('lilac plum plum vermilion plum'),
    inks('black paper paper ochre paper'),
    inks('vermilion cream cream black cream'),
  ],
  typePlaces: ['left', 'split'],
  variants: 3,
  draw,
};
