import { inks } from '../inks.ts';
import { disc, path, px, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

/** A bird facing right, its feet at 0, 0; about 80 wide. */
const BIRD =
  'M36-35L27-38C25-45 18-49 11-48C2-47-3-40-4-33C-6-26-14-21-19-14C-24-7-28-2-33 4L-50 20' +
  'L-45 21L-24 12C-18 9-12 6-4 5C10 5 22-5 24-19C25-24 25-28 27-32Z';

interface Composition {
  sun: { x: number; y: number; radius: number };
  /** Where the highest wire meets the left and the right edge, and how deep it hangs. */
  left: number;
  right: number;
  sag: number;
  gap: number;
}

const COMPOSITIONS: readonly Composition[] = [
  { sun: { x: 587, y: 774, radius: 270 }, left: 305, right: 252, sag: 115, gap: 56 },
  { sun: { x: 300, y: 560, radius: 215 }, left: 330, right: 470, sag: 90, gap: 60 },
  { sun: { x: 450, y: 450, radius: 250 }, left: 380, right: 330, sag: 60, gap: 72 },
  { sun: { x: 660, y: 900, radius: 380 }, left: 210, right: 330, sag: 140, gap: 62 },
];

function draw({ chance, variant, first, second }: Sheet): string {
  const { sun, left, right, sag, gap } = COMPOSITIONS[variant] as Composition;
  const wireY = (wire: number, x: number) => {
    const along = x / 900;
    const drop = sag + wire * 9;
    return left + (right - left) * along + wire * gap + drop * 4 * along * (1 - along) * 0.8;
  };
  let svg = disc(sun.x, sun.y, sun.radius, `fill="${second}"`);
  let wires = '';
  for (let wire = 0; wire < 5; wire += 1) {
    wires += `M-5 ${px(wireY(wire, -5))}`;
    for (let x = 40; x <= 920; x += 40) wires += `L${x} ${px(wireY(wire, x))}`;
  }
  svg += path(wires, `fill="none" stroke="${first}" stroke-width="4.4" stroke-linejoin="round"`);
  // The birds sit like the notes of a phrase: one after the other, never above each other.
  const count = chance.whole(6, 8);
  let wire = chance.whole(2, 4);
  for (let index = 0; index < count; index += 1) {
    const x = 80 + (index + chance.between(0.15, 0.75)) * (740 / count);
    wire = Math.min(4, Math.max(0, wire + chance.pick([-2, -1, 1, 1, -1, 0])));
    const turn = chance.chance(0.65) ? 1 : -1;
    const size = chance.between(0.95, 1.1);
    const lean = Math.atan2(wireY(wire, x + 10) - wireY(wire, x - 10), 20) * (180 / Math.PI);
    const place = `translate(${px(x)} ${px(wireY(wire, x) - 3)}) rotate(${px(lean)}) scale(${(turn * size).toFixed(2)} ${size.toFixed(2)})`;
    svg += path(BIRD, `transform="${place}" fill="${first}"`);
  }
  return svg;
}

/** Five wires with birds as notes before a sun. */
export const wires: Recipe = {
  inkSets: [
    inks('sky navy navy vermilion navy'),
    inks('cream black black ochre black'),
    inks('rose plum plum paper plum'),
    inks('teal cream black cream black'),
    inks('lilac plum plum ochre plum'),
    inks('vermilion black black rose black'),
    inks('ochre plum plum cream plum'),
    inks('bottle cream cream vermilion cream'),
  ],
  typePlaces: ['left', 'left', 'right'],
  variants: COMPOSITIONS.length,
  draw,
};
