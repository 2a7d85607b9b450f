import { inks } from '../inks.ts';
import { rect, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

interface Tower {
  left: number;
  top: number;
  columns: number;
}

const PITCH = 67.3;
const FLOOR = 61;
const WINDOW = 40;
const WALL = 33;

const COMPOSITIONS: readonly (readonly Tower[])[] = [
  [{ left: 126, top: 216, columns: 9 }],
  [{ left: 430, top: 190, columns: 6 }],
  [
    { left: 60, top: 470, columns: 5 },
    { left: 460, top: 230, columns: 5 },
  ],
  [{ left: 60, top: 300, columns: 12 }],
];

/** A window is dark, lit, or lit behind a half-drawn curtain. */
function windowAt(x: number, y: number, { chance, second, third }: Sheet): string {
  const kind = chance.next();
  if (kind > 0.13) {
    const dim = chance.chance(0.4) ? 0.2 : 0.09;
    return rect(x, y, WINDOW, WINDOW, `fill="${third}" fill-opacity="${dim}"`);
  }
  if (kind > 0.065) return rect(x, y, WINDOW, WINDOW, `fill="${second}"`);
  const drawn = chance.pick([15, 20, 25]);
  return (
    rect(x, y, drawn, WINDOW, `fill="${second}" fill-opacity=".65"`) +
    rect(x + drawn, y, WINDOW - drawn, WINDOW, `fill="${second}"`)
  );
}

function towerAt({ left, top, columns }: Tower, sheet: Sheet): string {
  const width = columns * PITCH - (PITCH - WINDOW) + WALL * 2;
  let svg = rect(left, top, width, 900 - top, `fill="${sheet.first}"`);
  for (let y = top + 27; y < 900; y += FLOOR) {
    for (let column = 0; column < columns; column += 1) {
      svg += windowAt(left + WALL + column * PITCH, y, sheet);
    }
  }
  return svg;
}

/** A tower block with a few lit windows. */
export const tower: Recipe = {
  inkSets: [
    inks('rose navy navy ochre rose'),
    inks('ochre black black cream ochre'),
    inks('sky plum plum vermilion sky'),
    inks('lilac navy navy paper lilac'),
    inks('vermilion cream bottle cream vermilion'),
    inks('cream black teal ochre cream'),
    inks('teal cream navy ochre teal'),
    inks('paper black black vermilion paper'),
  ],
  typePlaces: ['left'],
  variants: COMPOSITIONS.length,
  draw: (sheet) => (COMPOSITIONS[sheet.variant] ?? []).map((each) => towerAt(each, sheet)).join(''),
};
