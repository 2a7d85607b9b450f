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

/** A tear from left to right: slow waves, and a ragged fibre on them. */
function tear({ noise }: Sheet, edge: readonly [number, number], row: number, lift: number) {
  const points: string[] = [];
  for (let x = -10; x <= 910; x += 5) {
    const slope = edge[0] + (edge[1] - edge[0]) * (x / 900);
    const wave = (noise(x / 210, row * 7.3) - 0.5) * 96 + (noise(x / 60, row * 3.1) - 0.5) * 22;
    const fibre = (noise(x / 7 + lift, row * 5.7 + lift) - 0.5) * (lift > 0 ? 11 : 6);
    points.push(`${px(x)} ${px(slope + wave + fibre - lift)}`);
  }
  return `M-10 920L${points.join('L')}L910 920Z`;
}

function draw(sheet: Sheet): string {
  const edges = COMPOSITIONS[sheet.variant] as (typeof COMPOSITIONS)[number];
  const mist = layered(sheet.noise, 3);
  const mottle = halftone(900, 6, (x, y) => {
    const density = (mist(x / 260, y / 120) - 0.33) * 2.4;
    return y < 150 ? 0 : Math.min(0.95, Math.max(0, density));
  });
  const parts = [sheet.first, sheet.second, sheet.third].map((ink, row) => {
    const edge = edges[row] as readonly [number, number];
    const outline = tear(sheet, edge, row, 0);
    // The paper's own core shows along the tear.
    const core = path(tear(sheet, edge, row, 6), `fill="${sheet.ground}"`);
    const grained =
      row === 1
        ? `<clipPath id="strip"><path d="${outline}"/></clipPath>${path(mottle, `fill="${sheet.third}" clip-path="url(#strip)"`)}`
        : '';
    return core + path(outline, `fill="${ink}"`) + grained;
  });
  return parts.join('');
}

/** Three strips of torn paper. */
export const strips: Recipe = {
  inkSets: [
    inks('cream navy navy sky teal'),
    inks('rose plum plum vermilion ochre'),
    inks('paper black ochre vermilion plum'),
    inks('sky navy teal cream bottle'),
    inks('lilac navy navy rose plum'),
    inks('grey black vermilion ochre black'),
  ],
  typePlaces: ['left'],
  variants: COMPOSITIONS.length,
  draw,
};
