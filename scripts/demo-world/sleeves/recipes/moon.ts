import { inks } from '../inks.ts';
import { disc, path, px, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

const PITCH = 9;
const STEP = 12;

interface Composition {
  x: number;
  y: number;
  radius: number;
  horizon: number;
}

const COMPOSITIONS: readonly Composition[] = [
  { x: 563, y: 297, radius: 104, horizon: 507 },
  { x: 300, y: 400, radius: 150, horizon: 640 },
  { x: 640, y: 560, radius: 190, horizon: 560 },
  { x: 450, y: 250, radius: 84, horizon: 380 },
];

/** How much of a line's pitch is printed at a point, 0 to 1. */
function lightOf({ noise, variant }: Sheet) {
  const { x: moonX, y: moonY, radius, horizon } = COMPOSITIONS[variant] as Composition;
  return (x: number, y: number) => {
    if (y < horizon) {
      const away = Math.hypot(x - moonX, (y - moonY) * 1.15) / radius;
      const haze = noise(x / 420, y / 60) * 0.22 + noise(x / 160, y / 16) * 0.12;
      return 0.1 + 0.72 * Math.exp(-((away / 3.1) ** 2)) + haze * Math.exp(-away / 6);
    }
    const depth = (y - horizon) / (900 - horizon);
    const spread = radius * (0.16 + depth * 1.35);
    const side = (x - moonX + (noise(y / 34, 5) - 0.5) * radius * 0.7 * depth) / spread;
    const broken = noise(x / (50 + depth * 70), y / (9 + depth * 14));
    const glitter = Math.exp(-(side ** 2) * 1.6) * (broken > 0.38 ? 0.45 + broken * 0.5 : 0.08);
    return 0.09 + glitter + noise(x / 300, y / 20) * 0.06;
  };
}

function draw(sheet: Sheet): string {
  const { x, y, radius, horizon } = COMPOSITIONS[sheet.variant] as Composition;
  const light = lightOf(sheet);
  let d = '';
  for (let line = PITCH / 2; line < 900; line += PITCH) {
    const upper: string[] = [];
    const lower: string[] = [];
    for (let at = -STEP; at <= 900 + STEP; at += STEP) {
      const half = Math.min(0.92, Math.max(0.05, light(at, line))) * (PITCH / 2);
      upper.push(`${px(at)} ${px(line - half)}`);
      lower.push(`${px(at)} ${px(line + half)}`);
    }
    d += `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
  }
  const isSetting = y + radius > horizon;
  const moon = isSetting
    ? path(
        `M${px(x - radius)} ${px(horizon)}A${radius} ${radius} 0 0 1 ${px(x + radius)} ${px(horizon)}Z`,
        `fill="${sheet.second}"`,
      )
    : disc(x, y, radius, `fill="${sheet.second}"`);
  return path(d, `fill="${sheet.first}"`) + moon;
}

/** A moon over water, printed as a screen of lines. */
export const moon: Recipe = {
  inkSets: [
    inks('bottle paper paper paper paper'),
    inks('navy cream sky cream sky'),
    inks('plum rose rose ochre rose'),
    inks('black paper grey vermilion grey'),
    inks('teal cream cream ochre cream'),
    inks('navy lilac lilac rose lilac'),
  ],
  typePlaces: ['none'],
  variants: COMPOSITIONS.length,
  draw,
};
