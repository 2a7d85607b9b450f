import type { Seeded } from '../seeded.ts';

/** How one invented person looks. */
export interface Looks {
  hair: 'round' | 'cropped' | 'bob' | 'bun' | 'cap' | 'long';
  hasGlasses: boolean;
  hasBeard: boolean;
  /** Lit from the right instead of the left. */
  isMirrored: boolean;
  faceWidth: number;
}

/** Invents a person. */
export function looksOf(chance: Seeded): Looks {
  const hair = chance.pick(['round', 'cropped', 'bob', 'bun', 'cap', 'long'] as const);
  return {
    hair,
    hasGlasses: chance.chance(0.28),
    hasBeard: (hair === 'cropped' || hair === 'cap') && chance.chance(0.5),
    isMirrored: chance.chance(0.5),
    faceWidth: chance.between(116, 134),
  };
}

const inEllipse = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;

const smudge = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  Math.exp(-(((x - cx) / rx) ** 2) - ((y - cy) / ry) ** 2);

const CENTRE = 450;
const FACE_Y = 395;
const FACE_HEIGHT = 178;

function isHair(x: number, y: number, { hair, faceWidth }: Looks): boolean {
  const isAboveBrow = y < FACE_Y - 84 + ((x - CENTRE) / 70) ** 2 * 9;
  const onFace = inEllipse(x, y, CENTRE, FACE_Y, faceWidth, FACE_HEIGHT) && !isAboveBrow;
  if (onFace) return false;
  const cropped = inEllipse(x, y, CENTRE, 330, faceWidth + 22, 152) && y < 420;
  switch (hair) {
    case 'round':
      return inEllipse(x, y, CENTRE, 318, 205, 190) && y < 470;
    case 'cropped':
      return cropped;
    case 'bun':
      return cropped || inEllipse(x, y, CENTRE + 10, 158, 74, 66);
    case 'bob':
      return (
        inEllipse(x, y, CENTRE, 345, 178, 190) || (Math.abs(x - CENTRE) < 172 && y > 345 && y < 520)
      );
    case 'long':
      return (
        inEllipse(x, y, CENTRE, 340, 170, 180) ||
        (Math.abs(x - CENTRE) < 168 + (y - 340) * 0.1 && y > 340 && y < 700)
      );
    case 'cap':
      return (
        (inEllipse(x, y, CENTRE, 315, faceWidth + 26, 130) && y < 318) ||
        inEllipse(x, y - (x - CENTRE) * 0.1, CENTRE - 130, 325, 136, 27) ||
        (cropped && y > 310)
      );
  }
}

/** Darkness of the lit skin, in units of the face: `u` to the right, `v` down, both -1 to 1. */
function skinAt(u: number, v: number, looks: Looks): number {
  let dark = 0.33 + 0.6 * u + 0.08 * v + 0.32 * Math.max(0, u * u + v * v - 0.5);
  dark += 0.85 * smudge(u, v, -0.4, -0.1, 0.24, 0.07) + 0.85 * smudge(u, v, 0.42, -0.1, 0.24, 0.08);
  dark += 0.45 * smudge(u, v, -0.42, -0.26, 0.3, 0.05);
  dark += 0.5 * smudge(u, v, 0.1, 0.14, 0.1, 0.2) - 0.22 * smudge(u, v, -0.05, 0.12, 0.07, 0.2);
  dark += 0.8 * smudge(u, v, -0.02, 0.52, 0.3, 0.055) + 0.25 * smudge(u, v, 0, 0.66, 0.22, 0.06);
  if (looks.hasBeard && v > 0.28) dark += 0.42 * Math.min(1, (v - 0.28) * 3 + Math.abs(u) * 0.3);
  if (looks.hasGlasses) {
    for (const side of [-0.44, 0.44]) {
      const ring = Math.hypot((u - side) / 0.34, (v + 0.1) / 0.22);
      if (ring < 1) dark = ring > 0.74 ? 1 : dark - 0.16;
    }
    if (Math.abs(u) < 0.12 && Math.abs(v + 0.14) < 0.03) dark = 1;
  }
  return dark;
}

/**
 * Darkness (0 to 1) of a head and shoulders on a square of 900, and 0 outside of them.
 * Light falls from one side; hair and clothes print nearly solid.
 */
export function darknessOf(looks: Looks): (x: number, y: number) => number {
  return (rawX, y) => {
    const x = looks.isMirrored ? 900 - rawX : rawX;
    if (isHair(x, y, looks)) return Math.min(1, 0.9 + (x - CENTRE + 130) / 900);
    const [u, v] = [(x - CENTRE) / looks.faceWidth, (y - FACE_Y) / FACE_HEIGHT];
    if (u * u + v * v < 1) return Math.min(1, Math.max(0.05, skinAt(u, v, looks)));
    const shoulder = 640 + ((x - CENTRE) / 46) ** 2 * 1.9;
    if (y > shoulder && Math.abs(x - CENTRE) < 395)
      return Math.min(0.98, 0.82 + (x - CENTRE + 300) / 2200);
    const neck = 66 + Math.max(0, y - 590) * 0.5;
    if (y > 480 && y < 720 && Math.abs(x - CENTRE) < neck) {
      const shade = y < 610 ? 0.3 : 0;
      return Math.min(1, Math.max(0.2, 0.5 + shade + ((x - CENTRE) / neck) * 0.6));
    }
    return 0;
  };
}
