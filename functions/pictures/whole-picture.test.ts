import { crc32, deflateSync } from 'node:zlib';
import { readPicture } from '@datchain/shared/domain/picture/check-picture.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aPicture, goodPictures, isBetweenScans, jpeg, png, webp } from './testing/pictures.ts';
import { checkWholePicture } from './whole-picture.ts';
import { hasTooManyFrames, isDamagedWebp } from './whole-webp.ts';

const wrongFormat = 'Artwork must be a PNG, JPEG or WebP file.';
const notWhole =
  'Artwork must be whole. This file is cut off, damaged or of an unusual kind: save it again with an image editor.';
const followed = 'The artwork file has data after its image. Save it again with an image editor.';

async function sentenceOf(bytes: Uint8Array): Promise<string> {
  return (await checkWholePicture('artwork', bytes))?.message ?? 'taken';
}

describe('[N-INP-10] a picture that viewers show is accepted', () => {
  test.each(Object.keys(goodPictures))('%s is accepted with its type and size', async (name) => {
    const bytes = await goodPictures[name]!();
    expect(await sentenceOf(bytes)).toBe('taken');
    const { format, width, height, pageHeight = height } = await sharp(bytes).metadata();
    const file = {
      size: bytes.length,
      bytes: async (from: number, count: number) => bytes.subarray(from, from + count),
    };
    expect(await readPicture(file)).toEqual({
      type: `image/${format}`,
      width,
      height: pageHeight,
    });
  });
});

const closedJpeg = (part: Buffer): Buffer => Buffer.concat([part, Buffer.from([0xff, 0xd9])]);

function closedPng(part: Buffer): Buffer {
  const chunks: Buffer[] = [part.subarray(0, 8)];
  for (let at = 8; at + 8 < part.length; ) {
    const length = Math.min(part.readUInt32BE(at), part.length - at - 8);
    const named = part.subarray(at + 4, at + 8 + length);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(length);
    sum.writeUInt32BE(crc32(named));
    chunks.push(size, named, sum);
    at += 12 + length;
  }
  return Buffer.concat([...chunks, Buffer.from('0000000049454e44ae426082', 'hex')]);
}

function closedWebp(part: Buffer): Buffer {
  const even = Buffer.from(part.subarray(0, part.length - (part.length % 2)));
  even.writeUInt32LE(even.length - 8, 4);
  even.writeUInt32LE(even.length - 20, 16);
  return even;
}

const closings = {
  jpeg: closedJpeg,
  'progressive jpeg': closedJpeg,
  png: closedPng,
  webp: closedWebp,
  'webp without loss': closedWebp,
};
const wholes = Object.fromEntries(
  await Promise.all(
    Object.entries({
      jpeg: aPicture(200, 160).jpeg(),
      'progressive jpeg': aPicture(200, 160).jpeg({ progressive: true }),
      png: aPicture(200, 160).png(),
      webp: aPicture(200, 160).webp(),
      'webp without loss': aPicture(200, 160).webp({ lossless: true }),
    }).map(async ([name, picture]) => [name, await picture.toBuffer()] as const),
  ),
);

describe('[N-INP-10] half a picture is refused', () => {
  test('a picture that was cut anywhere is refused, also when an end was put on it again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(closings) as (keyof typeof closings)[])),
        fc.double({ min: 0.4, max: 0.97, noNaN: true }),
        fc.boolean(),
        async (kind, part, isClosed) => {
          const whole = wholes[kind] as Buffer;
          const length = Math.round(part * whole.length);
          const half = whole.subarray(0, length);
          const isAll = isClosed && kind === 'progressive jpeg' && isBetweenScans(whole, length);
          expect(await sentenceOf(isClosed ? closings[kind](half) : half)).toBe(
            isAll ? 'taken' : notWhole,
          );
        },
      ),
      tries(60, 1_000),
    );
  });

  test('a picture with damaged data is refused', async () => {
    for (const [name, whole] of Object.entries(wholes)) {
      const damaged = Buffer.from(whole);
      damaged.fill(0xaa, damaged.length >> 1, (damaged.length >> 1) + 400);
      expect([name, await sentenceOf(damaged)]).toEqual([name, notWhole]);
    }
  });

  const large = {
    webp: aPicture(600, 500).webp(),
    'webp of drawings': aPicture(600, 500).webp({ preset: 'drawing', quality: 95 }),
    'webp without loss': aPicture(600, 500).webp({ lossless: true }),
    'webp with transparency': aPicture(600, 500, 4).webp(),
    jpeg: aPicture(600, 500).jpeg({ quality: 90 }),
  };
  test.each(Object.keys(large) as (keyof typeof large)[])(
    '%s is refused if a stretch of it was overwritten with one byte',
    async (name) => {
      const whole = await large[name].toBuffer();
      for (const [from, to, byte] of [
        [0.75, 1, 0],
        [0.9, 1, 0],
        [0.98, 1, 0],
        [0.5, 1, 0xff],
        [0.5, 0.6, 0],
        [0.5, 0.52, 0],
        [0.25, 0.75, 0x41],
        [0.6, 0.9, 0x55],
      ] as const) {
        const damaged = Buffer.from(whole);
        damaged.fill(byte, Math.floor(from * whole.length), Math.floor(to * whole.length));
        expect([from, to, byte, await sentenceOf(damaged)]).toEqual([from, to, byte, notWhole]);
      }
    },
  );

  test('an animation whose last picture ends in zeros is refused', async () => {
    const whole = await goodPictures['an animated WebP']!();
    const damaged = Buffer.from(whole);
    damaged.fill(0, whole.length - 600, whole.length);
    expect(await sentenceOf(damaged)).toBe(notWhole);
  });

  test('the refusal names a profile picture as such', async () => {
    const half = closedJpeg((wholes.jpeg as Buffer).subarray(0, 2_000));
    expect((await checkWholePicture('profileImage', half))?.message).toBe(
      'A profile picture must be whole. This file is cut off, damaged or of an unusual kind: save it again with an image editor.',
    );
  });
});

describe('[N-INP-10] a picture of too many pixels is refused with the limit', () => {
  const tooMany = (size: string) =>
    `Artwork can have at most 60 megapixels. This one has ${size}: make it smaller.`;

  function resized(
    picture: Buffer,
    at: number,
    write: (bytes: Buffer, at: number) => void,
  ): Buffer {
    const bytes = Buffer.from(picture);
    write(bytes, at);
    return bytes;
  }

  test('too many pixels are refused in every format', async () => {
    const large = resized(await png(), 16, (bytes, at) => {
      bytes.writeUInt32BE(8_000, at);
      bytes.writeUInt32BE(8_000, at + 4);
    });
    expect(await sentenceOf(large)).toBe(tooMany('8,000 × 8,000'));
    const photograph = await jpeg();
    const frame = photograph.indexOf(Buffer.from([0xff, 0xc0]));
    const wide = resized(photograph, frame + 5, (bytes, at) => {
      bytes.writeUInt16BE(3_001, at);
      bytes.writeUInt16BE(20_000, at + 2);
    });
    expect(await sentenceOf(wide)).toBe(tooMany('20,000 × 3,001'));
    const simple = resized(await webp(), 26, (bytes, at) => {
      bytes.writeUInt16LE(16_000, at);
      bytes.writeUInt16LE(9_000, at + 2);
    });
    expect(await sentenceOf(simple)).toBe(tooMany('16,000 × 9,000'));
    const extended = resized(await aPicture(90, 70, 4).webp().toBuffer(), 24, (bytes, at) => {
      bytes.writeUIntLE(15_999, at, 3);
      bytes.writeUIntLE(8_999, at + 3, 3);
    });
    expect(await sentenceOf(extended)).toBe(tooMany('16,000 × 9,000'));
  });

  test('a picture of exactly the limit is accepted', { tags: 'long' }, async () => {
    const largest = sharp({
      create: { width: 8_000, height: 7_500, channels: 3, background: '#345' },
    });
    expect(await sentenceOf(await largest.png({ compressionLevel: 1 }).toBuffer())).toBe('taken');
  });
});

test('[N-INP-10] a picture with the longest allowed sides is accepted, and a longer one is refused', async () => {
  expect(await sentenceOf(await aPicture(20_000, 2).png().toBuffer())).toBe('taken');
  expect(await sentenceOf(await aPicture(2, 20_000).jpeg().toBuffer())).toBe('taken');
  expect(await sentenceOf(await aPicture(20_001, 1).png().toBuffer())).toBe(
    'Artwork can be at most 20,000 pixels wide and high. This one has 20,001 × 1: make it smaller.',
  );
});

describe('[N-INP-10] other files are refused with a sentence', () => {
  test.each<[string, () => Promise<Buffer>, string]>([
    ['an AVIF', () => aPicture(9, 7).avif({ effort: 0 }).toBuffer(), wrongFormat],
    [
      'a WebP that says it is empty',
      async () => {
        const bytes = await webp();
        bytes.writeUInt32LE(0, 4);
        return bytes;
      },
      notWhole,
    ],
    [
      'a WebP that says it ends within its picture',
      async () => {
        const bytes = await webp();
        bytes.writeUInt32LE(bytes.length - 108, 4);
        return bytes;
      },
      notWhole,
    ],
    [
      'HTML behind a WebP',
      async () => Buffer.concat([await webp(), Buffer.from('<script>')]),
      followed,
    ],
    [
      'a PNG that ends after its header',
      async () =>
        Buffer.concat([
          (await png()).subarray(0, 33),
          Buffer.from('0000000049454e44ae426082', 'hex'),
        ]),
      notWhole,
    ],
  ])('%s is refused', async (_, picture, sentence) => {
    expect(await sentenceOf(await picture())).toBe(sentence);
  });

  test('a profile picture may have data after its image, because only the drawn part is kept', async () => {
    const moving = Buffer.concat([await jpeg(), Buffer.from('ftypmp42')]);
    expect(await checkWholePicture('profileImage', moving)).toBeUndefined();
  });
});

async function pngWithTexts(count: number, bytes: number): Promise<Buffer> {
  const whole = await png();
  const afterHeader = 8 + 25;
  const body = Buffer.concat([
    Buffer.from('zTXtnote\0\0', 'latin1'),
    deflateSync(Buffer.alloc(bytes)),
  ]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(body.length - 4);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  const texts = Array<Buffer>(count).fill(chunk);
  return Buffer.concat([whole.subarray(0, afterHeader), ...texts, whole.subarray(afterHeader)]);
}

test('[N-INP-10] a PNG whose compressed texts are large after decompression is refused', async () => {
  expect(await sentenceOf(await pngWithTexts(2, 100_000))).toBe('taken');
  expect(await sentenceOf(await pngWithTexts(1, 1_100_000))).toBe(notWhole);
  expect(await sentenceOf(await pngWithTexts(11, 100_000))).toBe(notWhole);
});

test('[N-INP-10] a WebP of more than a thousand frames is refused', () => {
  const frame = Buffer.alloc(24 + 8);
  frame.write('ANMF', 'latin1');
  frame.writeUInt32LE(24, 4);
  frame.write('VP8L', 24, 'latin1');
  const framed = (count: number) =>
    Buffer.concat([Buffer.alloc(12), ...Array<Buffer>(count).fill(frame)]);
  expect(hasTooManyFrames(framed(1_000))).toBe(false);
  expect(hasTooManyFrames(framed(1_001))).toBe(true);
});

test('[N-INP-10] a WebP with thousands of nested frames is checked down to the innermost one', async () => {
  const still = Buffer.from('VP8L\0\0\0\0', 'latin1');
  const depth = 12_000;
  const heads = Array.from({ length: depth }, (_, index) => {
    const head = Buffer.alloc(24);
    head.write('ANMF', 'latin1');
    head.writeUInt32LE((depth - index) * 24 + still.length - 8, 4);
    return head;
  });
  const file = Buffer.concat([Buffer.alloc(12), ...heads, still]);
  expect(await isDamagedWebp(file, async () => true)).toBe(true);
});
