import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { tries } from '@datchain/shared/testing/tries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openRecording, type Recording, type Sound } from './recording.ts';
import { aSound, flacFile, id3Tag, readable, wavFile } from './testing/sound-files.ts';

const SECONDS = 10.4;
const SECOND_BYTES = 16_000;

const open = (file: Uint8Array) => openRecording(readable(file));

async function opened(file: Uint8Array): Promise<Recording> {
  const recording = await open(file);
  if (isRefusal(recording)) throw new Error(recording.message);
  return recording;
}

async function sentenceOf(file: Uint8Array): Promise<string> {
  const recording = await open(file);
  return isRefusal(recording) ? recording.message : `taken: ${recording.seconds} s`;
}

/** How far the samples of a recording are from those of a sound, at its beginning, inside and end. */
async function distance(recording: Recording, sound: Sound, factor = 1): Promise<number> {
  let most = 0;
  for (const [from, seconds] of [
    [0, 1],
    [3.21, 2],
    [recording.seconds - 0.7, 0.7],
  ] as const) {
    const part = await recording.part(from, seconds);
    if (isRefusal(part)) throw new Error(part.message);
    const first = Math.round(from * sound.sampleRate);
    expect(part.channels.map(({ length }) => length)).toEqual(
      sound.channels.map(() => Math.round(seconds * sound.sampleRate)),
    );
    for (const [index, samples] of part.channels.entries()) {
      const meant = sound.channels[index]!;
      for (let at = 0; at < samples.length; at++) {
        most = Math.max(most, Math.abs(samples[at]! - meant[first + at]! * factor));
      }
    }
  }
  return most;
}

/** Full scale is a step larger on one side than on the other, and rounding is half a step. */
const steps = (bits: number): number => 2 ** (2 - Math.min(bits, 22));

const notes = fc.array(
  fc.record({
    id: fc.constantFrom('JUNK', 'bext', 'LIST', 'iXML', 'id3 ', 'fact', 'note'),
    bytes: fc.constantFrom(0, 3, 18, 603, 70_001, 1_200_000),
    isUnpadded: fc.boolean(),
  }),
  { maxLength: 3 },
);

const shape = {
  sampleRate: fc.constantFrom(8_000, 8_001, 11_025),
  channels: fc.constantFrom(1, 2),
};

const wavs = fc.record({
  ...shape,
  kind: fc.constantFrom('RIFF', 'RIFX', 'RF64', 'BW64'),
  depth: fc.constantFrom(
    { bits: 8 },
    ...[9, 12, 16].map((bits) => ({ bits })),
    ...[12, 16].map((bits) => ({ bits, isLow: true })),
    ...[17, 20, 24].map((bits) => ({ bits })),
    { bits: 20, sampleBytes: 4 },
    { bits: 24, sampleBytes: 4 },
    { bits: 24, sampleBytes: 4, isLow: true },
    ...[25, 32].map((bits) => ({ bits, isWhole: true })),
    { bits: 32 },
    { bits: 32, level: 3 },
    { bits: 64 },
    { bits: 64, level: 3 },
  ),
  isExtensible: fc.boolean(),
  size: fc.constantFrom('right', 'nothing', 'unknown', 'unknown to sox'),
  riffBytes: fc.constantFrom(undefined, 0, 0xffff_ffff),
  before: notes,
  between: notes,
  hasTag: fc.boolean(),
  after: fc.constantFrom('nothing', 'LIST', 'something else'),
});

const claims = {
  right: undefined,
  nothing: 0,
  unknown: 0xffff_ffff,
  'unknown to sox': 0x7fff_f000 - 36,
};

test('[N-INP-09] every WAV whose sound is whole is heard as it should be, whatever its header is like', async () => {
  await fc.assert(
    fc.asyncProperty(
      wavs,
      async ({ depth, size, riffBytes, after, hasTag, sampleRate, channels, ...form }) => {
        const { level = 0.4, ...own } = { level: undefined, ...depth };
        const sound = aSound({ seconds: SECONDS, sampleRate, channels, level });
        const claimedBytes = claims[size];
        // Nothing can be told apart from a sound that goes on to the end of the file.
        const behind = size === 'right' ? after : 'nothing';
        const wav = wavFile(sound, {
          ...own,
          ...form,
          ...(claimedBytes === undefined ? {} : { claimedBytes }),
          ...(riffBytes === undefined ? {} : { riffBytes }),
          after: {
            nothing: Buffer.alloc(0),
            LIST: Buffer.concat([Buffer.from('LIST\x04\0\0\0INFO')]),
            'something else': Buffer.alloc(1_001, '\x07'),
          }[behind],
        });
        const recording = await opened(hasTag ? Buffer.concat([id3Tag(3_000), wav]) : wav);
        expect(recording).toMatchObject({ format: 'WAV', sampleRate, channels });
        expect(recording.seconds).toBeCloseTo(SECONDS, 3);
        const peak = Math.max(
          ...sound.channels.map((one) => one.reduce((a, b) => Math.max(a, Math.abs(b)), 0)),
        );
        const factor = peak > 1 ? 1 / peak : 1;
        expect(await distance(recording, sound, factor)).toBeLessThan(steps(depth.bits));
      },
    ),
    tries(25, 1_000),
  );
});

const flacs = fc.record({
  ...shape,
  bits: fc.constantFrom(8, 12, 16, 20, 24, 32),
  blockSize: fc.constantFrom(192, 1_000, 4_096, 65_535),
  isVariable: fc.boolean(),
  coding: fc.constantFrom('plain', 'predicted', 'own factors', 'escaped'),
  order: fc.nat(4),
  stereo: fc.constantFrom('both', 'left and side', 'side and right', 'mid and side'),
  wasted: fc.constantFrom(0, 1, 3),
  isUnknown: fc.boolean(),
  before: fc.array(fc.constantFrom(0, 40, 70_000, 1_100_000), { maxLength: 3 }),
  firstNumber: fc.constantFrom(0, 500),
  hasTag: fc.boolean(),
  after: fc.constantFrom('nothing', 'a tag', 'zeros', 'something else'),
});

const behindFlac = {
  nothing: Buffer.alloc(0),
  'a tag': Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]),
  zeros: Buffer.alloc(300),
  'something else': Buffer.alloc(299, '\xff\xf8<html>', 'latin1'),
};

test('[N-INP-09] every FLAC whose sound is whole is heard as it should be, whatever its header is like', async () => {
  await fc.assert(
    fc.asyncProperty(
      flacs,
      async ({ sampleRate, channels, isUnknown, hasTag, after, wasted, order, ...form }) => {
        const { bits, stereo } = form;
        const sound = aSound({ seconds: SECONDS, sampleRate, channels });
        const flac = flacFile(sound, {
          ...form,
          // Neither the middle of two channels nor what is left over may need more bits than there are.
          wasted: stereo === 'mid and side' ? 0 : wasted,
          order: bits === 32 ? Math.min(1, order) : order,
          ...(isUnknown ? { claimedSeconds: 0 } : {}),
          after: behindFlac[after],
        });
        const recording = await opened(hasTag ? Buffer.concat([id3Tag(3_000), flac]) : flac);
        expect(recording).toMatchObject({ format: 'FLAC', sampleRate, channels });
        expect(recording.seconds).toBeCloseTo(SECONDS, 3);
        expect(await distance(recording, sound)).toBeLessThan(2 ** wasted * steps(bits));
      },
    ),
    tries(25, 1_000),
  );
});

const sound = aSound({ seconds: SECONDS, sampleRate: 8_000, channels: 1 });
const wav = wavFile(sound);
const flac = flacFile(sound, { coding: 'predicted', order: 2 });

describe('[N-INP-09] what is not whole is refused with a sentence that is true', () => {
  const cutOff = /^Audio is cut off/;
  const damaged = 'Audio is damaged. Export it again.';

  test('a file that was cut off anywhere says so', async () => {
    const files = {
      WAV: wav,
      BW64: wavFile(sound, { kind: 'BW64' }),
      FLAC: flac,
      'FLAC of unknown length': flacFile(sound, { claimedSeconds: 0 }),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(files) as (keyof typeof files)[])),
        fc.double({ min: 0.02, max: 0.985, noNaN: true }),
        async (kind, part) => {
          const left = files[kind].subarray(0, Math.round(part * files[kind].length));
          expect(await sentenceOf(left)).toMatch(
            // Between two blocks nothing shows that there were more.
            kind === 'FLAC of unknown length' ? /^Audio (is cut off|must last)/ : cutOff,
          );
        },
      ),
      tries(100, 2_000),
    );
  });

  test('it says where the sound ends and where it should', async () => {
    const half = wav.subarray(0, 44 + (wav.length - 44) / 2);
    expect(await sentenceOf(half)).toBe(
      'Audio is cut off: it ends before 0:06, though it says it lasts 0:10. Export it again.',
    );
  });

  test('a FLAC with a byte that was changed is damaged, wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.integer({ min: 1, max: 255 }),
        async (part, change) => {
          const file = Buffer.from(flac);
          const at = Math.round(part * file.length);
          file[at] = (file[at] as number) ^ change;
          expect(await sentenceOf(file)).toBe(damaged);
        },
      ),
      tries(100, 2_000),
    );
  });

  test('a FLAC that lacks a block in the middle is damaged', async () => {
    const blocks = flacFile(sound, { blockSize: 4_000 });
    const length = 4_000 * 2 + 11;
    const at = blocks.length - 5 * length;
    const without = Buffer.concat([blocks.subarray(0, at), blocks.subarray(at + length)]);
    expect(await sentenceOf(without)).toBe(damaged);
  });

  test('samples that are not numbers are named with their place', async () => {
    for (const [bad, bits] of [
      [Number.NaN, 32],
      [Number.POSITIVE_INFINITY, 32],
      [Number.NEGATIVE_INFINITY, 64],
      [1e300, 64],
    ] as const) {
      const file = wavFile(sound, { bits });
      const at = 44 + (8_000 * 7 + 5) * (bits / 8);
      if (bits === 32) file.writeFloatLE(bad, at);
      else file.writeDoubleLE(bad, at);
      expect(await sentenceOf(file)).toBe(
        'Audio has samples that are not numbers, the first at 0:07. Export it again.',
      );
    }
  });

  const depths =
    'Audio must have 8 to 32 bits a sample, or 32 or 64 in floating point. Export it with 24 bits.';
  const compressed =
    'A WAV file must not be compressed. Export it as PCM with 24 bits, or as FLAC.';
  const twice = Buffer.concat([Buffer.from('data\x20\x03\0\0', 'latin1'), Buffer.alloc(800, 7)]);
  test.each<[string, Uint8Array, string]>([
    ['a WAV of 4 bits', wavFile(sound, { bits: 4, sampleBytes: 1 }), depths],
    ['a WAV of 16 bits in floating point', wavFile(sound, { formatTag: 3 }), depths],
    ['a FLAC of 7 bits', flacFile(sound, { bits: 7 }), depths],
    ['a WAV of ADPCM', wavFile(sound, { formatTag: 0x11 }), compressed],
    ['a WAV of A-law', wavFile(sound, { bits: 8, formatTag: 6 }), compressed],
    ['an MP3 in a WAV', wavFile(sound, { formatTag: 0x55, isExtensible: true }), compressed],
    [
      'two data chunks',
      wavFile(sound, { after: twice }),
      'Audio has its sound in two parts (two data chunks). Export it again as one.',
    ],
    ['no data chunk', wav.subarray(0, 36), damaged],
    [
      'a chunk that ends behind the file',
      wavFile(sound, { before: [{ id: 'bext', bytes: 900 }] }).subarray(0, 400),
      damaged,
    ],
    [
      'a format that is too short',
      Buffer.concat([
        Buffer.from('RIFF\x20\0\0\0WAVEfmt \x08\0\0\0', 'latin1'),
        Buffer.alloc(8),
        wav.subarray(36),
      ]),
      damaged,
    ],
    [
      'a page behind the beginning of a WAV',
      Buffer.concat([wav.subarray(0, 16), Buffer.alloc(9_000, '<p>')]),
      damaged,
    ],
    [
      'a FLAC without its first block',
      Buffer.concat([flac.subarray(0, 4), flac.subarray(42)]),
      damaged,
    ],
    [
      'more than an hour',
      wavFile(sound, { claimedBytes: SECOND_BYTES * 3_700 }),
      'Audio can last at most 60 minutes.',
    ],
    [
      'a FLAC of more than an hour',
      flacFile(sound, { claimedSeconds: 3_700 }),
      'Audio can last at most 60 minutes.',
    ],
    [
      'less than ten seconds',
      wavFile(aSound({ seconds: 9.9, sampleRate: 8_000 })),
      'Audio must last at least 10 seconds.',
    ],
    [
      'a FLAC of unknown length that is too short',
      flacFile(aSound({ seconds: 3, sampleRate: 8_000 }), { claimedSeconds: 0 }),
      'Audio must last at least 10 seconds.',
    ],
    [
      'three channels',
      wavFile(aSound({ seconds: 10, sampleRate: 8_000, channels: 3 })),
      'Audio must be mono or stereo.',
    ],
    ['384 kHz', flacFile({ ...sound, sampleRate: 384_000 }), 'Audio must have 8 to 192 kHz.'],
    ...[
      ['nothing', ''],
      ['an HTML page', '<!doctype html><script>alert(1)</script>'],
      ['an MP3 with a tag', `${id3Tag(40).toString('latin1')}\xff\xfb\x90\x44`],
      ['an AIFF', 'FORM\0\0\0\x40AIFFCOMM'],
      ['an Ogg FLAC', 'OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x33\x7fFLAC'],
      ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 \0\0\0\0'],
      ['a video', 'RIFF\x10\0\0\0AVI LIST\0\0\0\0'],
      ['a WAV that ends after its name', 'RIFF\x10\0\0\0WAVE'],
    ].map(([name = '', text = '']): [string, Uint8Array, string] => [
      name,
      Buffer.from(text, 'latin1'),
      'Audio must be a WAV or FLAC file.',
    ]),
  ])('%s', async (_, file, sentence) => {
    expect(await sentenceOf(file)).toBe(sentence);
  });
});

test('[N-INP-09] a header of a million chunks is not read for ever', async () => {
  const file = readable(
    Buffer.concat([wav.subarray(0, 36), Buffer.alloc(8_000_000, 'JUNK\0\0\0\0', 'latin1')]),
  );
  expect(await openRecording(file)).toMatchObject({
    message: 'Audio is damaged. Export it again.',
  });
  expect(file.asked).toBeLessThan(3);
});

const samples = join(import.meta.dirname, 'testing/recordings');

test.each(readdirSync(samples))(
  '[N-INP-09] %s, of another program, is decoded to the bit: the sum in its header comes out',
  async (name) => {
    const file = readFileSync(join(samples, name));
    const recording = await opened(file);
    const whole = await recording.part(0, recording.seconds);
    if (isRefusal(whole)) throw new Error(whole.message);
    const bits = (((file[20] as number) & 1) << 4) + ((file[21] as number) >> 4) + 1;
    const [count, length] = [whole.channels.length, whole.channels[0]?.length ?? 0];
    const words = new Int16Array(count * length);
    for (const [index, channel] of whole.channels.entries()) {
      for (let at = 0; at < length; at++)
        words[at * count + index] = channel[at]! * 2 ** (bits - 1);
    }
    const sum = createHash('md5').update(new Uint8Array(words.buffer)).digest('hex');
    expect(sum).toBe(file.subarray(26, 42).toString('hex'));
  },
);
