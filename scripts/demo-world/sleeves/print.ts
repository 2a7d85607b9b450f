import sharp, { type Sharp } from 'sharp';
import { seeded } from '../seeded.ts';
import { layered, noiseField, SIDE } from './sheet.ts';

/** Levels by which the grain of the print lightens or darkens a pixel. */
const GRAIN = 3;

let grainSheet: Int8Array | undefined;

/** One sheet of grain for all prints: fine speckle on a faint cloud, within ±3 levels. */
function grain(): Int8Array {
  if (!grainSheet) {
    const dice = seeded('grain');
    const cloud = layered(noiseField(7), 3);
    grainSheet = new Int8Array(SIDE * SIDE);
    for (let index = 0; index < grainSheet.length; index += 1) {
      const [x, y] = [index % SIDE, Math.floor(index / SIDE)];
      const level = (dice.next() - 0.5) * 1.8 + (cloud(x / 170, y / 130) - 0.5) * 0.7;
      grainSheet[index] = Math.round(Math.max(-1, Math.min(1, level)) * GRAIN);
    }
  }
  return grainSheet;
}

/** Renders an SVG of 900 × 900 and prints it: grain over flat inks. Raw RGB bytes. */
export async function printed(svg: string): Promise<Sharp> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const speckle = grain();
  for (let index = 0; index < speckle.length; index += 1) {
    const level = speckle[index] as number;
    for (let channel = 0; channel < 3; channel += 1) {
      const at = index * 3 + channel;
      data[at] = Math.min(255, Math.max(0, (data[at] as number) + level));
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
}
