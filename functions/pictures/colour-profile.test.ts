import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { checkWholePicture } from './whole-picture.ts';

const canvas = { width: 64, height: 64, channels: 3, background: 'teal' } as const;

/** Encodes a number of an ICC profile: 16 bits before the point, 16 after it. */
const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const shorts = (one: number, other: number): Buffer => word(one * 65_536 + other);
const tag = (kind: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${kind}\0\0\0\0`, 'latin1'), ...parts]);
const colour = (...values: number[]): Buffer => tag('XYZ ', ...values.map(fixed));

function steps(count: number): Buffer {
  const step = tag('matf', shorts(3, 3), Buffer.alloc(48));
  for (const at of [12, 28, 44]) step.writeFloatBE(1, at);
  const places = Array.from({ length: count }, () => [word(16 + 8 * count), word(step.length)]);
  return tag('mpet', shorts(3, 3), word(count), ...places.flat(), step);
}

function profile(transformation?: Buffer): Buffer {
  const curve = tag('curv', word(1), shorts(0x0233, 0));
  const tags: [string, Buffer][] = [
    ['wtpt', colour(0.9642, 1, 0.8249)],
    ['rXYZ', colour(0.436, 0.222, 0.0139)],
    ['gXYZ', colour(0.385, 0.717, 0.097)],
    ['bXYZ', colour(0.143, 0.061, 0.714)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
    ...(transformation ? [['D2B0', transformation] as [string, Buffer]] : []),
  ];
  let at = 132 + 12 * tags.length;
  const table = tags.map(([name, body]) => {
    const line = Buffer.concat([Buffer.from(name, 'latin1'), word(at), word(body.length)]);
    at += body.length;
    return line;
  });
  const head = Buffer.alloc(128);
  head.writeUInt32BE(at);
  head.writeUInt32BE(0x0430_0000, 8);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  Buffer.concat([0.9642, 1, 0.8249].map(fixed)).copy(head, 68);
  return Buffer.concat([head, word(tags.length), ...table, ...tags.map(([, body]) => body)]);
}

async function pngWith(icc: Buffer): Promise<Buffer> {
  const whole = await sharp({ create: canvas }).png().toBuffer();
  const afterHeader = 8 + 25;
  const body = Buffer.concat([Buffer.from('iCCPours\0\0', 'latin1'), deflateSync(icc)]);
  const chunk = Buffer.concat([word(body.length - 4), body, word(crc32(body))]);
  return Buffer.concat([whole.subarray(0, afterHeader), chunk, whole.subarray(afterHeader)]);
}

test('[N-INP-10] a picture whose colour profile has processing steps is refused, because drawing it could take minutes', async () => {
  expect(await checkWholePicture('artwork', await pngWith(profile(steps(2))))).toMatchObject({
    message: expect.stringContaining('must be whole'),
  });
});

test.each(['srgb', 'p3', 'cmyk'])(
  '[N-INP-10] a picture with the common profile %s is accepted',
  async (name) => {
    const picture = await sharp({ create: canvas }).withIccProfile(name).jpeg().toBuffer();
    expect(await checkWholePicture('artwork', picture)).toBeUndefined();
    expect(await checkWholePicture('artwork', await pngWith(profile()))).toBeUndefined();
  },
);
