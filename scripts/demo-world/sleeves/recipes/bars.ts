import { inks } from '../inks.ts';
import { rect, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

const COUNT = 20;
const PITCH = 44.7;
const WIDTH = 33;

function draw({ chance, noise, variant, first, second }: Sheet): string {
  const marked = chance.whole(3, 17);
  const phase = chance.between(0, 40);
  let svg = '';
  for (let index = 0; index < COUNT; index += 1) {
    const wave = noise(index * 0.42 + phase, 3) * 0.75 + noise(index * 1.3 + phase, 9) * 0.25;
    const x = 8 + index * PITCH;
    const ink = `fill="${index === marked ? second : first}"`;
    if (variant === 0) {
      const height = 200 + wave * 520;
      svg += rect(x, 900 - height, WIDTH, height, ink);
    } else if (variant === 1) {
      const half = 40 + wave * 270;
      svg += rect(x, 530 - half, WIDTH, half * 2, ink);
    } else {
      // A rhythm: each bar is struck in even beats with rests between them.
      const beats = 2 + Math.round(wave * 9);
      for (let beat = 0; beat < beats; beat += 1) {
        svg += rect(x, 867 - beat * PITCH * 1.25, WIDTH, WIDTH, ink);
      }
    }
  }
  return svg;
}

/** A rhythm of 20 bars, one of them in colour. */
export const bars: Recipe = {
  inkSets: [
    inks('black paper grey vermilion grey'),
    inks('cream navy navy vermilion navy'),
    inks('bottle cream cream ochre cream'),
    inks('rose plum plum vermilion plum'),
    inks('navy paper sky ochre sky'),
    inks('ochre black black vermilion black'),
    inks('grey black black teal black'),
  ],
  typePlaces: ['left'],
  variants: 3,
  draw,
};
