/**
 * Draws every sleeve of the demo world into one PNG, for looking at them side by side.
 * node scripts/demo-world/contact-sheet.ts --out FILE [--size 225] [--columns 8] [--recipe NAME]
 */
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { printed } from './sleeves/print.ts';
import { renderSleeve } from './sleeves/render-sleeve.ts';
import { demoWorld } from './world.ts';

const HELP = 'Usage: contact-sheet.ts --out FILE [--size 225] [--columns 8] [--recipe NAME]';
const GAP = 12;

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    size: { type: 'string', default: '225' },
    columns: { type: 'string', default: '8' },
    recipe: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function drawSheet(out: string): Promise<void> {
  const [size, columns] = [Number(values.size), Number(values.columns)];
  const sleeves = demoWorld(new Date())
    .dats.map((dat) => renderSleeve({ id: dat.id, title: dat.songName, artist: dat.artistName }))
    .filter(({ recipe }) => values.recipe === undefined || recipe === values.recipe);
  const tiles = [];
  for (const [index, { svg }] of sleeves.entries()) {
    const input = await (await printed(svg)).resize(size).png().toBuffer();
    const [left, top] = [index % columns, Math.floor(index / columns)];
    tiles.push({ input, left: GAP + left * (size + GAP), top: GAP + top * (size + GAP) });
  }
  const width = GAP + Math.min(columns, sleeves.length) * (size + GAP);
  const height = GAP + Math.ceil(sleeves.length / columns) * (size + GAP);
  await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(tiles)
    .png()
    .toFile(out);
  console.log(`${sleeves.length} sleeves in ${out}`);
}

if (values.help || values.out === undefined) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  await drawSheet(values.out);
}
