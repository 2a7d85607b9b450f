import { inks } from '../inks.ts';
import { halftone, layered, path, px, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

/** Heights of the three torn edges at the left and the right, from the top. */
const COMPOSITIONS = [
  [
    [180, 210],
    [395, 410],
    [660, 690],
  ],
  [
    [420, 190],
    [600, 420],
    [760, 720],
  ],
  [
    [230, 400],
    [520, 500],
    [640, 780],
  ],
] as const;

/** How high a tear stands at `x`: slow waves, and a ragged fibre on them. */
function tearHeight({ noise }: Sheet, edge: readonly [number, number], row: number, lift: number) {
  return (x: number) => {
    const slope = edge[0] + (edge[1] - edge[0]) * (x / 900);
    const wave = (noise(x / 210, row * 7.3) - 0.5) * 96 + (noise(x / 60, row * 3.1) - 0.5) * 22;
    const fibre = (noise(x / 7 + lift, row * 5.7 + lift) - 0.5) * (lift > 0 ? 11 : 6);
    return slope + wave + fibre - lift;
  };
}

/** Everything below a tear. */
function torn(heightAt: (x: number) => number): string {
  const points: string[] = [];
  for (let x = -10; x <= 910; x += 5) points.push(`${px(x)} ${px(heightAt(x))}`);
  return `M-10 920L${points.join('L')}L910 920Z`;
}

function draw(sheet: Sheet): string {
  const edges = COMPOSITIONS[sheet.variant] as (typeof COMPOSITIONS)[number];
  const mist = layered(sheet.noise, 3);
  const bottom = Math.max(...edges[2]) + 70;
  const parts = [sheet.first, sheet.second, sheet.third].map((ink, row) => {
    const edge = edges[row] as readonly [number, number];
    const heightAt = tearHeight(sheet, edge, row, 0);
    // The paper's own core shows along the tear.
    const core = path(torn(tearHeight(sheet, edge, row, 6)), `fill="${sheet.ground}"`);
    const strip = core + path(torn(heightAt), `fill="${ink}"`);
    if (row !== 1) return strip;
    // The middle strip is mottled with the ink of the strip that covers its lower end.
    const mottle = halftone(900, 7, sheet.third, (x, y) => {
      if (y > bottom || y < heightAt(x) + 4) return 0;
      return Math.min(0.95, Math.max(0, (mist(x / 260, y / 120) - 0.33) * 2.4));
    });
    return strip + mottle;
  });
  return parts.join('');
}

/** Three strips of torn paper. */
export const strips: Recipe = {
  inkSets: [
    inks('cream navy navy sky teal'),
    inks('rose plum plum vermilion ochre'),
    inks('paper plum ochre vermilion plum'),
    inks('sky bottle teal cream bottle'),
    inks('lilac navy navy rose plum'),
    inks('grey black vermilion ochre black'),
    inks('cream bottle bottle ochre teal'),
    inks('paper plum rose lilac plum'),
    inks('ochre black vermilion cream black'),
  ],
  typePlaces: ['left'],
  variants: COMPOSITIONS.length,
  draw,
};
