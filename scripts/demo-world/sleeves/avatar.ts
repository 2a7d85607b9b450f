import { fnv1a, seeded } from '../seeded.ts';
import { darknessOf, looksOf } from './figure.ts';
import { INKS, type Ink } from './inks.ts';
import { halftone } from './sheet.ts';

const PAIRS: readonly (readonly [ground: Ink, head: Ink])[] = [
  ['ochre', 'black'],
  ['rose', 'plum'],
  ['sky', 'navy'],
  ['lilac', 'plum'],
  ['vermilion', 'black'],
  ['cream', 'bottle'],
  ['grey', 'black'],
  ['teal', 'black'],
  ['cream', 'navy'],
  ['rose', 'bottle'],
];

/** Avatars are drawn on a square of this many pixels. */
export const AVATAR_SIDE = 160;

/** How far the head is cut out of the figure's square, and from where. */
const CUT = { x: 158, y: 96, side: 584 };

/** A halftone head in two inks for a username; square, to be cropped round where it is shown. */
export function renderAvatar(username: string): { svg: string } {
  const chance = seeded(fnv1a(`avatar ${username}`));
  const [ground, head] =
    username === 'adaokonjo' ? (['ochre', 'black'] as const) : chance.pick(PAIRS);
  const looks = looksOf(chance);
  if (username === 'adaokonjo')
    Object.assign(looks, { hair: 'round', isMirrored: false, hasGlasses: false });
  const darkness = darknessOf(looks);
  const scale = CUT.side / AVATAR_SIDE;
  const dots = halftone(AVATAR_SIDE, 2.7, INKS[head], (x, y) =>
    darkness(CUT.x + x * scale, CUT.y + y * scale),
  );
  const size = `width="${AVATAR_SIDE}" height="${AVATAR_SIDE}"`;
  return {
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${AVATAR_SIDE} ${AVATAR_SIDE}">` +
      `<rect ${size} fill="${INKS[ground]}"/>${dots}</svg>`,
  };
}
