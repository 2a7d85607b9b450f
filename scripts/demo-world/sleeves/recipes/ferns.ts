import { inks } from '../inks.ts';
import { path, px, rect, type Sheet } from '../sheet.ts';
import type { Recipe } from './recipe.ts';

interface Fern {
  base: readonly [number, number];
  tip: readonly [number, number];
  /** Length of the longest leaflet. */
  reach: number;
  pairs: number;
  ink: 'first' | 'second' | 'third' | 'ground';
}

interface Composition {
  fields: readonly (readonly [
    x: number,
    y: number,
    width: number,
    height: number,
    ink: 'first' | 'second',
  ])[];
  ferns: readonly Fern[];
}

const COMPOSITIONS: readonly Composition[] = [
  {
    fields: [
      [450, 180, 450, 720, 'first'],
      [0, 558, 450, 342, 'second'],
    ],
    ferns: [
      { base: [470, 960], tip: [470, 520], reach: 150, pairs: 9, ink: 'second' },
      { base: [150, 900], tip: [272, 310], reach: 200, pairs: 9, ink: 'third' },
      { base: [790, 940], tip: [612, 318], reach: 205, pairs: 10, ink: 'ground' },
    ],
  },
  {
    fields: [
      [0, 210, 560, 690, 'first'],
      [560, 520, 340, 380, 'second'],
    ],
    ferns: [
      { base: [300, 960], tip: [246, 372], reach: 240, pairs: 11, ink: 'ground' },
      { base: [740, 960], tip: [690, 330], reach: 190, pairs: 9, ink: 'third' },
    ],
  },
  {
    fields: [
      [0, 620, 900, 280, 'first'],
      [330, 220, 570, 400, 'second'],
    ],
    ferns: [
      { base: [170, 980], tip: [150, 360], reach: 180, pairs: 10, ink: 'third' },
      { base: [470, 980], tip: [520, 372], reach: 215, pairs: 11, ink: 'ground' },
      { base: [780, 980], tip: [800, 450], reach: 170, pairs: 9, ink: 'third' },
    ],
  },
];

/** An almond from 0, 0 along the x axis, turned and placed. */
function leaflet(x: number, y: number, angle: number, length: number, width: number): string {
  const at = (along: number, across: number) =>
    `${px(x + along * Math.cos(angle) - across * Math.sin(angle))} ${px(y + along * Math.sin(angle) + across * Math.cos(angle))}`;
  return (
    `M${at(0, 0)}C${at(length * 0.25, -width)} ${at(length * 0.7, -width * 0.9)} ${at(length, 0)}` +
    `C${at(length * 0.65, width * 0.75)} ${at(length * 0.3, width * 0.6)} ${at(0, 0)}Z`
  );
}

function fernPath({ base, tip, reach, pairs }: Fern, bend: number): string {
  const [dx, dy] = [tip[0] - base[0], tip[1] - base[1]];
  const length = Math.hypot(dx, dy);
  const up = Math.atan2(dy, dx);
  const stem = (part: number) => {
    const side = Math.sin(part * Math.PI) * bend;
    return [
      base[0] + dx * part - (dy / length) * side,
      base[1] + dy * part + (dx / length) * side,
    ] as const;
  };
  let d = '';
  for (let pair = 0; pair < pairs; pair += 1) {
    const part = 0.06 + (pair / pairs) * 0.9;
    const [x, y] = stem(part);
    const size = reach * (1 - part ** 1.7 * 0.68) * (0.8 + Math.min(part * 2.2, 0.2));
    const open = 1.02 - part * 0.32;
    for (const side of [-1, 1]) d += leaflet(x, y, up + side * open, size, size * 0.17);
  }
  const [x, y] = stem(0.99);
  d += leaflet(x, y, up, reach * 0.52, reach * 0.13);
  const [left, right] = [stem(0), stem(0.5)];
  const end = stem(1);
  const control = [
    2 * right[0] - (left[0] + end[0]) / 2,
    2 * right[1] - (left[1] + end[1]) / 2,
  ] as const;
  return `${d}M${px(left[0] - 4)} ${px(left[1])}Q${px(control[0] - 3)} ${px(control[1])} ${px(end[0])} ${px(end[1])}Q${px(control[0] + 3)} ${px(control[1])} ${px(left[0] + 4)} ${px(left[1])}Z`;
}

function draw(sheet: Sheet): string {
  const { fields, ferns } = COMPOSITIONS[sheet.variant] as Composition;
  const drawnFields = fields.map(([x, y, width, height, ink]) =>
    rect(x, y, width, height, `fill="${sheet[ink]}"`),
  );
  const drawnFerns = ferns.map((fern) =>
    path(fernPath(fern, sheet.chance.between(-26, 26)), `fill="${sheet[fern.ink]}"`),
  );
  return [...drawnFields, ...drawnFerns].join('');
}

/** Ferns cut out of fields of colour. */
export const fernCuts: Recipe = {
  inkSets: [
    inks('cream bottle bottle ochre vermilion'),
    inks('rose plum plum vermilion bottle'),
    inks('sky navy navy teal ochre'),
    inks('paper bottle teal rose bottle'),
    inks('ochre bottle bottle cream vermilion'),
    inks('lilac plum plum cream teal'),
  ],
  typePlaces: ['left'],
  variants: COMPOSITIONS.length,
  draw,
};
