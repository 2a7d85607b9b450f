import sharp from 'sharp';
import { seeded } from '../seeded.ts';
import { SIDE } from './sheet.ts';

/** Levels by which the grain of the print lightens or darkens a pixel. */
const GRAIN = 3;

let grainSheet: Int8Array | undefined;

/** One sheet of grain for all prints: fine speckle, about ±3 levels. */
function grain(): Int8Array {
  if (!grainSheet) {
    const dice = seeded('grain');
    grainSheet = new Int8Array(SIDE * SIDE);
    for (let index = 0; index < grainSheet.length; index += 1) {
      // The mean of two throws: mostly faint, seldom as strong as it may be.
      grainSheet[index] = Math.round((dice.next() + dice.next() - 1) * GRAIN);
    }
  }
  return grainSheet;
}

/** Renders an SVG of 900 × 900 and prints it: grain over flat inks. Raw RGB bytes. */
export async function printed(svg: string): Promise<sharp.Sharp> {
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
