import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { checkPicture, readPicture } from './check-picture.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const zeros = (count: number) => Array<number>(count).fill(0);
const riff = (size: number, kind: string, ...chunk: number[]) => [
  ...ascii('RIFF'),
  ...[size & 255, size >> 8, 0, 0],
  ...ascii(kind),
  ...chunk,
];
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const wholePng = [
  ...[...png, ...ascii('IHDR'), 0, 0, 1, 0, 0, 0, 2, 1, 8, 6, 0, 0, 0],
  ...[...zeros(4), 0, 0, 0, 0, ...ascii('IEND'), 0xae, 0x42, 0x60, 0x82],
];
const table = (id: number) => [0xff, 0xc4, 0, 20, id, 1, ...zeros(15), 0];
const frame = [0xff, 0xc0, 0, 11, 8, 0, 5, 0, 7, 1, 1, 0x11, 0];
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
const wholeJpeg = [0xff, 0xd8, ...frame, ...table(0), ...table(0x10), ...scan, 0x3f, 0xff, 0xd9];
const vp8x = [...ascii('VP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 0x3f, 1, 0, 0x2b, 0, 1];
const wholeWebp = riff(22, 'WEBP', ...vp8x);

const pause = async () => {};

const readable = (bytes: readonly number[]) => {
  const all = Uint8Array.from(bytes);
  return {
    size: all.length,
    bytes: async (from: number, count: number) => all.subarray(from, from + count),
  };
};

describe('[N-INP-10] the first bytes decide the type of a picture', () => {
  const [type, width, height] = ['image/jpeg', 7, 5];
  test.each<[string, readonly number[], object | undefined]>([
    ['a PNG', wholePng, { type: 'image/png', width: 256, height: 513 }],
    ['a JPEG', wholeJpeg, { type, width, height }],
    [
      'a JPEG from a camera',
      [0xff, 0xd8, 0xff, 0xe1, 0, 6, ...ascii('Exif'), ...frame],
      { type, width, height },
    ],
    [
      'a JPEG with filled-up marks and an empty segment',
      [0xff, 0xd8, 0xff, 0xff, 0xff, 0xfe, 0, 2, 0xff, ...frame],
      { type, width, height },
    ],
    ['a WebP', wholeWebp, { type: 'image/webp', width: 320, height: 65_580 }],
    [
      'a simple WebP',
      riff(22, 'WEBP', ...ascii('VP8 '), 10, ...zeros(9), 0x40, 1, 0xc8, 0),
      { type: 'image/webp', width: 320, height: 200 },
    ],
    [
      'a WebP without loss',
      riff(22, 'WEBP', ...ascii('VP8L'), 10, 0, 0, 0, 0x2f, 0x3f, 0xc1, 0x31, ...zeros(8)),
      { type: 'image/webp', width: 320, height: 200 },
    ],
    ['a PNG without a width', [...png, ...ascii('IHDR'), ...zeros(4), 0, 0, 0, 1], undefined],
    [
      'a PNG that begins with its colours',
      [...png, ...ascii('PLTE'), ...wholePng.slice(16)],
      undefined,
    ],
    [
      'a PNG with a header of another length',
      [...png.slice(0, 11), 12, ...wholePng.slice(12)],
      undefined,
    ],
    ['a header of a PNG without its signature', wholePng.slice(1), undefined],
    [
      'a signature of a PNG with a page behind it',
      [...png.slice(0, 8), ...ascii('<script>alert(1)</script>')],
      undefined,
    ],
    [
      'a signature of a JPEG with a page behind it',
      [0xff, 0xd8, 0xff, ...ascii('<html><script>')],
      undefined,
    ],
    ['a JPEG whose picture comes before its size', [0xff, 0xd8, ...scan, ...frame], undefined],
    ['a WebP without a picture', riff(22, 'WEBP', ...ascii('<svg'), ...zeros(14)), undefined],
    ['a WebP of another kind', riff(22, 'WEBM', ...vp8x), undefined],
    ['a WAV', riff(36, 'WAVE', ...ascii('fmt '), ...zeros(20)), undefined],
    ['a GIF that is also a page', ascii('GIF89a/*<script>*/=1;alert(1)//'), undefined],
    ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
    ['nothing', [], undefined],
    ['one byte', [0xff], undefined],
  ])('$0 is read as $2', async (_, bytes, picture) => {
    expect(await readPicture(readable(bytes))).toEqual(picture);
    for (let length = 0; length < bytes.length; length++) {
      expect([undefined, picture]).toContainEqual(
        await readPicture(readable(bytes.slice(0, length))),
      );
    }
  });

  test('a JPEG with endless markers is given up', async () => {
    const marks = [0xff, 0xd8, ...Array<number[]>(9_000).fill([0xff, 0xfe, 0, 2]).flat()];
    expect(await readPicture(readable([...marks, ...frame]))).toBeUndefined();
  });
});

describe('[N-INP-10] a picture ends where its file ends', () => {
  const followed = 'The artwork file has data after its image. Save it again with an image editor.';
  const cutOff = /^Artwork must be whole\. This file is cut off, /;
  const page = ascii('<script>alert(1)</script>');
  const sentenceOf = async (bytes: readonly number[]) => {
    const checked = await checkPicture('artwork', readable(bytes), pause);
    return isRefusal(checked) ? checked.message : 'whole';
  };

  test.each<[string, readonly number[], string | RegExp]>([
    ['a PNG', wholePng, 'whole'],
    ['a JPEG', wholeJpeg, 'whole'],
    ['a JPEG that a camera filled up', [...wholeJpeg, ...zeros(300)], 'whole'],
    ['a WebP', riff(22, 'WEBP', ...vp8x.slice(0, 13), 0, 0, 0, 0, 0), 'whole'],
    ['a PNG with a page behind it', [...wholePng, ...page], followed],
    ['a PNG with one byte behind it', [...wholePng, 0], followed],
    ['a PNG with a second end', [...wholePng, ...page, ...wholePng.slice(-12)], followed],
    ['a PNG that is cut off', wholePng.slice(0, -1), cutOff],
    ['a PNG without its end', wholePng.slice(0, -12), cutOff],
    ['a JPEG with a page behind it', [...wholeJpeg, ...page], followed],
    ['a JPEG with a page behind zeros', [...wholeJpeg, 0, 0, ...page], followed],
    ['a JPEG without its end', wholeJpeg.slice(0, -2), cutOff],
    ['a JPEG without its picture', [...wholeJpeg.slice(0, -3), 0xff, 0xd9], cutOff],
    ['a JPEG without its scan', [0xff, 0xd8, ...frame, 0xff, 0xd9], cutOff],
    ['a WebP with a page behind it', [...wholeWebp.slice(0, -4), 0, 0, 0, 0, ...page], followed],
    ['a WebP that is cut off', riff(23, 'WEBP', ...vp8x.slice(0, 13), 0, 0, 0, 0, 0), cutOff],
  ])('$0 gets the answer: $2', async (_, bytes, sentence) => {
    if (typeof sentence === 'string') expect(await sentenceOf(bytes)).toBe(sentence);
    else expect(await sentenceOf(bytes)).toMatch(sentence);
  });

  test('a picture with endless chunks before its end is refused as cut off', async () => {
    const empty = (...chunk: number[]) => Array<number[]>(60_000).fill(chunk).flat();
    const [head, end] = [wholePng.slice(0, -12), wholePng.slice(-12)];
    const texts = empty(...zeros(4), ...ascii('teXt'), ...zeros(4));
    expect(await sentenceOf([...head, ...texts, ...end])).toMatch(cutOff);
    const small = [...vp8x.slice(0, 13), ...zeros(5)];
    const body = [...ascii('WEBP'), ...small, ...empty(...ascii('NOTE'), ...zeros(4))];
    const size = [0, 8, 16, 24].map((bits) => (body.length >> bits) & 255);
    expect(await sentenceOf([...ascii('RIFF'), ...size, ...body])).toMatch(cutOff);
  });
});

describe('[N-INP-10] a picture with a very long side is refused by its header alone', () => {
  const bytesOf = (value: number, count: number) =>
    Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** at) % 256);
  const bigEndian = (value: number, count: number) => bytesOf(value, count).reverse();
  const headers = {
    PNG: (width: number, height: number) => [
      ...[...png, ...ascii('IHDR'), ...bigEndian(width, 4), ...bigEndian(height, 4)],
      ...zeros(9),
    ],
    JPEG: (width: number, height: number) => [
      ...[0xff, 0xd8, ...frame.slice(0, 5), ...bigEndian(height, 2), ...bigEndian(width, 2)],
      ...frame.slice(9),
    ],
    WebP: (width: number, height: number) =>
      riff(22, 'WEBP', ...vp8x.slice(0, 12), ...bytesOf(width - 1, 3), ...bytesOf(height - 1, 3)),
  };
  const sentenceOf = async (bytes: readonly number[], kind: 'artwork' | 'profileImage') => {
    // Only the header can be read: the check would throw if it read more.
    const header = readable([...bytes, ...zeros(32)].slice(0, 32));
    const checked = await checkPicture(kind, { ...header, size: 20_000_000 }, pause);
    return isRefusal(checked) ? checked.message : 'taken';
  };

  test.each<[keyof typeof headers, number, number, string]>([
    ['PNG', 59_999_999, 1, '59,999,999 × 1'],
    ['PNG', 1, 59_999_999, '1 × 59,999,999'],
    ['PNG', 999_999, 60, '999,999 × 60'],
    ['PNG', 20_001, 1, '20,001 × 1'],
    ['PNG', 4_294_967_295, 4_294_967_295, '4,294,967,295 × 4,294,967,295'],
    ['JPEG', 65_535, 1, '65,535 × 1'],
    ['JPEG', 1, 20_001, '1 × 20,001'],
    ['WebP', 16_777_216, 3, '16,777,216 × 3'],
    ['WebP', 1, 20_001, '1 × 20,001'],
  ])('a %s of %i × %i is refused with its size', async (format, width, height, size) => {
    const header = headers[format](width, height);
    expect(await sentenceOf(header, 'artwork')).toBe(
      `Artwork can be at most 20,000 pixels wide and high. This one has ${size}: make it smaller.`,
    );
    expect(await sentenceOf(header, 'profileImage')).toBe(
      `A profile picture can be at most 20,000 pixels wide and high. This one has ${size}: make it smaller.`,
    );
  });
});

describe('[N-INP-10] a JPEG that cannot be checked to its end is refused', () => {
  const sentenceOf = async (
    file: Parameters<typeof checkPicture>[1],
    kind: 'artwork' | 'profileImage',
  ) => {
    const checked = await checkPicture(kind, file, pause);
    return isRefusal(checked) ? checked.message : 'taken';
  };

  test.each(['c3', 'c5', 'c6', 'c7', 'c9', 'ca', 'cb', 'cd', 'ce', 'cf'])(
    'by its header alone, if its frame has the kind %s',
    async (kind) => {
      const marker = Number.parseInt(kind, 16);
      const header = readable([0xff, 0xd8, 0xff, marker, ...frame.slice(2), ...zeros(17)]);
      const cut = { ...header, size: 3_000 };
      const ending =
        'cannot be a JPEG of this kind, which few programs show: save it again with an image editor.';
      expect(await sentenceOf(cut, 'artwork')).toBe(`Artwork ${ending}`);
      expect(await sentenceOf(cut, 'profileImage')).toBe(`A profile picture ${ending}`);
    },
  );

  const behindHeader = 2 + frame.length;
  const whole = (count: number, segment: readonly number[]) =>
    readable([
      ...wholeJpeg.slice(0, behindHeader),
      ...Array<readonly number[]>(count).fill(segment).flat(),
      ...wholeJpeg.slice(behindHeader),
    ]);
  test.each<[string, readonly number[]]>([
    ['empty notes', [0xff, 0xe1, 0, 2]],
    ['marks that stand for nothing', [0xff, 0x01]],
  ])('if it has more %s after its header than any program writes', async (_, segment) => {
    expect(await sentenceOf(whole(3_900, segment), 'artwork')).toBe('taken');
    expect(await sentenceOf(whole(4_000, segment), 'artwork')).toMatch(/^Artwork must be whole\. /);
  });

  test('if a scan names a colour channel that the picture does not have', async () => {
    const strange = wholeJpeg.map((byte, at) => (at === wholeJpeg.length - 8 ? 2 : byte));
    expect(await sentenceOf(readable(strange), 'artwork')).toMatch(/^Artwork must be whole\. /);
  });
});
