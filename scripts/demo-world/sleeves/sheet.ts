import { fnv1a, type Seeded, seeded } from '../seeded.ts';
import { INKS, type InkSet } from './inks.ts';

/** Every sleeve is drawn on a square of this many pixels. */
export const SIDE = 900;

/** Smooth chance over the plane: 0 to 1, features about one unit wide. */
export type Noise = (x: number, y: number) => number;

/** What a recipe draws with. */
export interface Sheet {
  /** The recipe's own dice, apart from everything else on the sleeve. */
  chance: Seeded;
  noise: Noise;
  /** Which of the recipe's compositions to draw. */
  variant: number;
  ground: string;
  first: string;
  second: string;
  third: string;
  title: string;
  artist: string;
}

/** A value-noise field of a seed. */
export function noiseField(seed: number): Noise {
  const dice = seeded(seed);
  const table = Array.from({ length: 4096 }, () => dice.next());
  const at = (column: number, row: number) =>
    table[(((row & 63) << 6) | (column & 63)) & 4095] as number;
  const ease = (part: number) => part * part * part * (part * (part * 6 - 15) + 10);
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [ease(x - column), ease(y - row)];
    const top = at(column, row) * (1 - across) + at(column + 1, row) * across;
    const bottom = at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across;
    return top * (1 - down) + bottom * down;
  };
}

/** Noise with finer noise on top, each octave half as strong; still 0 to 1. */
export function layered(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let [sum, weight, scale] = [0, 0, 1];
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += noise(x * scale + octave * 17.3, y * scale + octave * 9.1) / scale;
      weight += 1 / scale;
      scale *= 2;
    }
    return sum / weight;
  };
}

/** A sheet for a seed, with its inks as colours. */
export function sheetFor(
  seed: number,
  set: InkSet,
  words: { title: string; artist: string; variant: number },
): Sheet {
  const [first, second, third] = set.shapes;
  return {
    chance: seeded(fnv1a(`shapes ${seed}`)),
    noise: noiseField(seed),
    ground: INKS[set.ground],
    first: INKS[first],
    second: INKS[second],
    third: INKS[third],
    ...words,
  };
}

/** A coordinate as SVG text: a tenth of a pixel is finer than any print. */
export const px = (value: number) => String(Math.round(value * 10) / 10);

export const rect = (x: number, y: number, width: number, height: number, more: string) =>
  `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" ${more}/>`;

export const disc = (x: number, y: number, radius: number, more: string) =>
  `<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius)}" ${more}/>`;

export const path = (d: string, more: string) => `<path d="${d}" ${more}/>`;

export const polygon = (points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}Z`;

/** A circle as path commands, for the thousands of dots of a halftone. */
export const dotPath = (x: number, y: number, radius: number) =>
  `M${px(x - radius)} ${px(y)}a${px(radius)} ${px(radius)} 0 1 0 ${px(radius * 2)} 0a${px(radius)} ${px(radius)} 0 1 0 ${px(-radius * 2)} 0`;

/** One ink printed over the others, darkening what is below. */
export const OVERPRINT = 'style="mix-blend-mode:multiply"';

/**
 * A halftone screen turned by 45 degrees: dots of a size that covers `darkness` (0 to 1) of the
 * area, over the square from 0 to `side`, in one ink. One path a row: a single path of ten
 * thousand dots takes twice as long to render.
 */
export function halftone(
  side: number,
  pitch: number,
  ink: string,
  darkness: (x: number, y: number) => number,
): string {
  let rows = '';
  const step = pitch / Math.SQRT2;
  for (let row = 0; row * step <= side + pitch; row += 1) {
    let d = '';
    for (let x = (row % 2) * step; x <= side + pitch; x += step * 2) {
      const y = row * step;
      const cover = darkness(x, y);
      if (cover <= 0.03) continue;
      // Past half cover the dots touch; a little more than the exact radius closes the corners.
      const radius = pitch * Math.min(0.76, Math.sqrt(Math.min(cover, 1) / Math.PI) * 1.28);
      d += dotPath(x, y, radius);
    }
    if (d !== '') rows += `<path d="${d}"/>`;
  }
  return `<g fill="${ink}">${rows}</g>`;
}
