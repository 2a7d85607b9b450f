import { describe, expect, test } from 'vitest';
import {
  acceptedType,
  checkPictureEnd,
  checkReleaseFile,
  END_BYTES,
  type ReleaseFileKind,
  releaseFiles,
  SNIFFED_BYTES,
  sniffFile,
} from './release-files.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const chunk = (name: string, size: number) => [
  ...ascii(name),
  ...[size & 255, (size >> 8) & 255, 0, 0],
  ...Array<number>(size + (size % 2)).fill(0),
];
const riff = (kind: string, ...chunks: number[][]) => [
  ...ascii('RIFF'),
  ...[0x24, 0, 0, 0],
  ...ascii(kind),
  ...chunks.flat(),
];
const flacBlock = [0, 0, 0, 34];

/** The first bytes of files as programs write them, and of files that pretend. */
const heads: Record<string, number[]> = {
  png: [...png, ...ascii('IHDR'), 0, 0, 1, 0, 0, 0, 1, 0, 8, 6],
  'png without a width': [...png, ...ascii('IHDR'), 0, 0, 0, 0, 0, 0, 0, 1],
  'png without a height': [...png, ...ascii('IHDR'), 0, 0, 0, 1, 0, 0, 0, 0],
  'png that begins with its colours': [...png, ...ascii('PLTE'), 0, 0, 0, 1, 0, 0, 0, 1],
  'png with a header of another length': [
    ...[...png.slice(0, 11), 12],
    ...[...ascii('IHDR'), 0, 0, 0, 1, 0, 0, 0, 1],
  ],
  'header of a png without its signature': [
    ...[...png.slice(1), 13],
    ...[...ascii('IHDR'), 0, 0, 0, 1, 0, 0, 0, 1],
  ],
  'png signature with a page behind it': [
    ...png.slice(0, 8),
    ...ascii('<script>alert(1)</script>'),
  ],
  jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 16, ...ascii('JFIF')],
  'jpeg from a camera': [0xff, 0xd8, 0xff, 0xe1, 0x12, 0x34, ...ascii('Exif')],
  'jpeg without tables of its own': [0xff, 0xd8, 0xff, 0xdb, 0, 67],
  'jpeg with an empty segment': [0xff, 0xd8, 0xff, 0xe0, 0, 2],
  'jpeg with a segment of 256 bytes': [0xff, 0xd8, 0xff, 0xe0, 1, 0],
  'jpeg with a segment shorter than its length': [0xff, 0xd8, 0xff, 0xe0, 0, 1],
  'jpeg signature with a page behind it': [0xff, 0xd8, 0xff, ...ascii('<html>')],
  webp: riff('WEBP', chunk('VP8X', 10)),
  'webp of the simple kind': riff('WEBP', chunk('VP8 ', 10)),
  'webp without loss': riff('WEBP', chunk('VP8L', 10)),
  'webp without a picture': riff('WEBP', ascii('<svg')),
  'webp of another kind': riff('WEBM', chunk('VP8 ', 10)),
  'webp in no RIFF': [...ascii('RIFX'), ...riff('WEBP', chunk('VP8 ', 10)).slice(4)],
  wav: riff('WAVE', chunk('fmt ', 16)),
  'wav with padding first': riff('WAVE', chunk('JUNK', 28), chunk('fmt ', 40)),
  "wav with a broadcaster's notes first": riff('WAVE', chunk('bext', 603), chunk('fmt ', 18)),
  'wav over 4 GB': [
    ...ascii('RF64'),
    ...riff('WAVE', chunk('ds64', 28), chunk('fmt ', 16)).slice(4),
  ],
  'wav with a format that is too short': riff('WAVE', chunk('fmt ', 15)),
  'wav with a part that has no name': riff('WAVE', chunk('a\0\0\0', 4), chunk('fmt ', 16)),
  'wav that begins with its sound': riff('WAVE', chunk('data', 8), chunk('fmt ', 16)),
  'wav that ends in its notes': riff('WAVE', chunk('bext', 603).slice(0, 40)),
  'wav with a page in it': riff('WAVE', ascii('<html><script>')),
  'avi video': riff('AVI ', chunk('LIST', 4), chunk('fmt ', 16)),
  flac: [...ascii('fLaC'), ...flacBlock, 0x10, 0],
  'flac of one block': [...ascii('fLaC'), 0x80, 0, 0, 34],
  'flac with a first block of another length': [...ascii('fLaC'), 0, 0, 0, 35],
  'flac block without its signature': [...ascii('fLaX'), ...flacBlock],
  'flac signature with a page behind it': ascii('fLaC<html>'),
  'html page': ascii('<!doctype html><script>alert(1)</script>'),
  'gif that is also a page': ascii('GIF89a/*<script>*/=1;alert(1)'),
  svg: ascii('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  text: ascii('RIFF and WAVE are words'),
  mp3: [...ascii('ID3'), 4, 0, 0],
  'flac behind a tag of mp3': [
    ...ascii('ID3'),
    4,
    0,
    0,
    0,
    0,
    0,
    0,
    ...ascii('fLaC'),
    ...flacBlock,
  ],
  empty: [],
  'one byte': [0xff],
};

const pictures: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  'jpeg from a camera': 'image/jpeg',
  'jpeg without tables of its own': 'image/jpeg',
  'jpeg with an empty segment': 'image/jpeg',
  'jpeg with a segment of 256 bytes': 'image/jpeg',
  'webp of the simple kind': 'image/webp',
  'webp without loss': 'image/webp',
  webp: 'image/webp',
};
const expected: Record<ReleaseFileKind, Record<string, string>> = {
  artwork: pictures,
  profileImage: pictures,
  audio: {
    wav: 'audio/wav',
    'wav with padding first': 'audio/wav',
    "wav with a broadcaster's notes first": 'audio/wav',
    'wav over 4 GB': 'audio/wav',
    flac: 'audio/flac',
    'flac of one block': 'audio/flac',
  },
};

describe.each(['artwork', 'audio', 'profileImage'] as const)('a file sent as %s', (kind) => {
  test.each(Object.keys(heads))('is known by its first bytes: %s', (name) => {
    expect(sniffFile(kind, Uint8Array.from(heads[name]!))).toBe(expected[kind][name]);
  });

  test.each(Object.keys(expected[kind]))(
    'is never taken for something else cut off: %s',
    (name) => {
      const whole = Uint8Array.from(heads[name]!);
      for (let length = 0; length < whole.length; length += 1) {
        expect([undefined, expected[kind][name]]).toContain(
          sniffFile(kind, whole.slice(0, length)),
        );
      }
    },
  );

  const { maxBytes, types } = releaseFiles[kind];
  const type = Object.keys(types)[0]!;

  test('may be as large as the limit, not one byte larger and not empty', () => {
    const sentence = (size: number) => checkReleaseFile(kind, { name: 'a', type, size });
    expect([sentence(1), sentence(maxBytes)]).toEqual([undefined, undefined]);
    expect(sentence(maxBytes + 1)).toMatch(/^\S.* can be at most \d+ MB\.$/);
    expect(sentence(0)).toMatch(/must not be an empty file\.$/);
  });

  test('is never a page, a drawing with script, or of a type named like a member of objects', () => {
    for (const bad of ['text/html', 'image/svg+xml', 'image/gif', 'audio/mpeg', 'constructor']) {
      const file = { name: 'x.png', type: bad, size: 1 };
      expect(checkReleaseFile(kind, file)).toMatch(/ must be a .* file\.$/);
    }
  });
});

test.each([
  ['artwork', { name: 'a.svg', type: '', size: 1 }, 'Artwork must be a PNG, JPEG or WebP file.'],
  [
    'artwork',
    { name: 'a', type: 'audio/wav', size: 1 },
    'Artwork must be a PNG, JPEG or WebP file.',
  ],
  [
    'artwork',
    { name: 'a.png', type: 'image/png', size: 20971521 },
    'Artwork can be at most 20 MB.',
  ],
  ['audio', { name: 'a.mp3', type: 'audio/mpeg', size: 1 }, 'Audio must be a WAV or FLAC file.'],
  ['audio', { name: 'a.wav', type: 'audio/wav', size: 209715201 }, 'Audio can be at most 200 MB.'],
  ['audio', { name: 'a.flac', type: 'audio/flac', size: 0 }, 'Audio must not be an empty file.'],
  [
    'profileImage',
    { name: 'a.png', type: 'image/png', size: 5242881 },
    'A profile picture can be at most 5 MB.',
  ],
] as const)('%s %j: %s', (kind, file, sentence) => {
  expect(checkReleaseFile(kind, file)).toBe(sentence);
});

test.each([
  ['audio', 'a.wav', 'audio/x-wav', 'audio/wav'],
  ['audio', 'a.wav', 'AUDIO/Vnd.Wave', 'audio/wav'],
  ['audio', 'a.wav', 'audio/wav ; codecs=1', 'audio/wav'],
  ['audio', 'a.FLAC', '', 'audio/flac'],
  ['audio', 'a.flac', 'application/octet-stream', 'audio/flac'],
  ['artwork', 'photo.of.me.JPG', '', 'image/jpeg'],
  ['artwork', 'png', '', undefined],
  ['artwork', 'a.constructor', '', undefined],
  ['artwork', 'a.png', 'text/html', undefined],
] as const)('%s %s of type "%s" is uploaded as %s', (kind, name, type, accepted) => {
  expect(acceptedType(kind, { name, type })).toBe(accepted);
});

test('a file whose first bytes are another format than it says is found out', () => {
  const declared = acceptedType('artwork', { name: 'a.png', type: 'image/png' });
  expect(sniffFile('artwork', Uint8Array.from(heads.jpeg!))).not.toBe(declared);
});

test('as much of a file as is looked at covers long notes in front of the format', () => {
  const head = riff('WAVE', chunk('bext', 40_000), chunk('fmt ', 16));
  expect(sniffFile('audio', Uint8Array.from(head).subarray(0, SNIFFED_BYTES))).toBe('audio/wav');
});

describe('artwork ends where its picture ends', () => {
  const iend = [0, 0, 0, 0, ...ascii('IEND'), 0xae, 0x42, 0x60, 0x82];
  const filling = Array<number>(5_000).fill(7);
  const wholePng = [...heads.png!, ...filling, ...iend];
  const wholeJpeg = [...heads.jpeg!, ...filling, 0xff, 0xd9];
  const wholeWebp = [...ascii('RIFF'), 22, 0, 0, 0, ...ascii('WEBP'), ...chunk('VP8X', 10)];
  const page = ascii('<script>alert(1)</script>');
  const judge = (bytes: number[]) => {
    const all = Uint8Array.from(bytes);
    const first = all.subarray(0, SNIFFED_BYTES);
    const type = sniffFile('artwork', first) ?? 'none';
    return checkPictureEnd(type, { size: all.length, first, last: all.subarray(-END_BYTES) });
  };

  test.each([
    ['png', wholePng],
    ['jpeg', wholeJpeg],
    ['jpeg that a camera filled up', [...wholeJpeg, ...Array<number>(300).fill(0)]],
    ['webp', wholeWebp],
    ['something that is no picture', page],
  ])('%s', (_, bytes) => expect(judge(bytes)).toBeUndefined());

  test.each([
    ['png with a page behind it', [...wholePng, ...page]],
    ['png with one byte behind it', [...wholePng, 0]],
    ['png with its end in the middle', [...wholePng, ...page, ...ascii('IEND')]],
    ['png that is cut off', wholePng.slice(0, -1)],
    ['jpeg with a page behind it', [...wholeJpeg, ...page]],
    ['jpeg with a page behind zeros', [...wholeJpeg, 0, 0, ...page]],
    ['jpeg that is cut off', wholeJpeg.slice(0, -2)],
    ['jpeg that is all zeros behind its head', [...heads.jpeg!, ...Array<number>(5_000).fill(0)]],
    ['webp with a page behind it', [...wholeWebp, ...page]],
    ['webp that is cut off', wholeWebp.slice(0, -1)],
  ])('and not: %s', (_, bytes) => {
    expect(judge(bytes)).toBe(
      'The artwork file has data after its image. Save it again with an image editor.',
    );
  });
});
