import { inks } from '../inks.ts';
import { layered, path, px, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

const CELL = 7.5;
const TOP = 180;

/** Heights between 0 and 1 on a grid; the variants differ in what rises from the noise. */
function landscape({ noise, variant, chance }: Sheet) {
  const rough = layered(noise, 2);
  const [x0, y0] = [chance.between(250, 650), chance.between(420, 680)];
  return (x: number, y: number) => {
    const bend = (noise(x / 340 + 31, y / 300) - 0.5) * 190;
    const height = rough((x + bend) / 330, (y - bend) / 210);
    if (variant === 0) return height;
    const away = Math.hypot((x - x0) / 1.25, y - y0) / 520;
    if (variant === 1) return height * 0.45 + (1 - Math.min(1, away)) * 0.6;
    return height * 0.5 + (y / 900) * 0.5;
  };
}

/** Where the level crosses the edges of one cell, as line segments. */
function crossings(corners: readonly [number, number, number, number], level: number) {
  const [a, b, c, d] = corners;
  const part = (from: number, to: number) => (level - from) / (to - from);
  const points: [number, number][] = [];
  if (a > level !== b > level) points.push([part(a, b), 0]);
  if (b > level !== c > level) points.push([1, part(b, c)]);
  if (d > level !== c > level) points.push([part(d, c), 1]);
  if (a > level !== d > level) points.push([0, part(a, d)]);
  return points;
}

function draw(sheet: Sheet): string {
  const height = landscape(sheet);
  const columns = Math.ceil(900 / CELL);
  const rows = Math.ceil((900 - TOP) / CELL);
  const grid = Array.from({ length: (columns + 1) * (rows + 1) }, (_, index) =>
    height((index % (columns + 1)) * CELL, TOP + Math.floor(index / (columns + 1)) * CELL),
  );
  const at = (column: number, row: number) => grid[row * (columns + 1) + column] as number;
  const levels = 34;
  const lines = ['', ''];
  for (let index = 1; index < levels; index += 1) {
    const level = 0.12 + (index / levels) * 0.8;
    const strong = sheet.variant > 0 && index % 6 === 0 ? 1 : 0;
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const points = crossings(
          [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)],
          level,
        );
        for (let end = 0; end + 1 < points.length; end += 2) {
          const [from, to] = [points[end], points[end + 1]] as [[number, number], [number, number]];
          const place = ([x, y]: [number, number]) =>
            `${px((column + x) * CELL)} ${px(TOP + (row + y) * CELL)}`;
          lines[strong] += `M${place(from)}L${place(to)}`;
        }
      }
    }
  }
  const stroke = (ink: string, width: number) =>
    `fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round"`;
  return (
    path(lines[0] as string, stroke(sheet.first, 3)) +
    path(lines[1] as string, stroke(sheet.second, 5))
  );
}

/** Contour lines of a landscape that the seed invents. */
export const contours: Recipe = {
  inkSets: [
    inks('teal cream cream cream cream'),
    inks('cream bottle bottle vermilion bottle'),
    inks('navy sky sky rose sky'),
    inks('plum rose rose ochre rose'),
    inks('paper black black vermilion black'),
    inks('bottle cream ochre cream ochre'),
  ],
  typePlaces: ['left'],
  variants: 3,
  draw,
};
