import { setImmediate } from 'node:timers/promises';
import { isWholeJpeg } from '@datchain/shared/domain/picture/whole-jpeg.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const segment = (marker: number, body: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body]);

interface CraftedScan {
  readonly first?: number;
  readonly last?: number;
  readonly high?: number;
  readonly low?: number;
  readonly parts?: number;
}

function scannedJpeg(
  scans: readonly CraftedScan[],
  { frames = 1, tables = 1, marker = 0xc2 } = {},
): Buffer {
  const table = (id: number) => segment(0xc4, [id, 1, ...Array<number>(15).fill(0), 0]);
  const scan = ({ first = 0, last = first, high = 0, low = 0, parts = 1 }: CraftedScan) =>
    Buffer.concat([
      segment(0xda, [
        parts,
        ...Array.from({ length: parts }, () => [1, 0]).flat(),
        first,
        last,
        high * 16 + low,
      ]),
      Buffer.from([0x3f]),
    ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...Array<Buffer>(frames).fill(segment(marker, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    table(0x00),
    ...Array<Buffer>(tables).fill(table(0x10)),
    ...scans.map(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const average = { first: 0 };
const details = { first: 1, last: 63, low: 2 };
const single = [0, 1].flatMap((high) =>
  Array.from({ length: 64 }, (_, first) => ({ first, high, low: 1 - high })),
);

test.each<[string, Parameters<typeof scannedJpeg>]>([
  ['as many scans as encoders write', [single.slice(0, 100)]],
  ['numbers that come bit by bit', [[average, details, { ...details, high: 2, low: 1 }]]],
  ['all numbers at once, in one pass', [[{ last: 63 }], { marker: 0xc0 }]],
])('[N-INP-10] a JPEG with %s counts as whole', async (_what, crafted) => {
  expect(await isWholeJpeg(scannedJpeg(...crafted), setImmediate)).toBe(true);
});

test.each<[string, Parameters<typeof scannedJpeg>]>([
  ['more scans than encoders write', [single.slice(0, 101)]],
  ['two headers', [[average], { frames: 2 }]],
  ['a thousand code tables', [[average, details], { tables: 1_000 }]],
  ['a channel twice in one scan', [[average, { ...details, parts: 2 }]]],
  ['a scan of no channel', [[average, { ...details, parts: 0 }]]],
  ['more values than a block has', [[average, { ...details, last: 64 }]]],
  ['an average among its details', [[{ last: 63 }]]],
  ['its average again', [[average, average]]],
  ['the same details again', [[average, details, details]]],
  ['the same bit again', [[average, ...Array(2).fill({ ...details, high: 2, low: 1 })]]],
  ['a bit that comes before others above it', [[average, details, { ...details, high: 1 }]]],
  ['several bits at once', [[average, details, { ...details, high: 2, low: 0 }]]],
  ['a second pass', [[{ last: 63 }, { last: 63 }], { marker: 0xc0 }]],
  ['a part of the only pass', [[{ last: 5 }], { marker: 0xc0 }]],
])('[N-INP-10] a JPEG with %s does not count as whole', async (_what, crafted) => {
  expect(await isWholeJpeg(scannedJpeg(...crafted), setImmediate)).toBe(false);
});

test('[N-INP-10] other work gets its turn while a large JPEG is read', async () => {
  const large = await sharp({
    create: { width: 5_000, height: 4_000, channels: 3, background: '#345' },
  })
    .jpeg({ progressive: true })
    .toBuffer();
  let turns = 0;
  const walked = await isWholeJpeg(large, async () => {
    turns += 1;
  });
  expect(walked).toBe(true);
  expect(turns).toBeGreaterThan(10);
});
