import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tries } from '@datchain/testing/pure/tries.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRecording, type Recording, type Sound } from './recording.ts';
import { aSound, flacFile, id3Tag, readable, wavFile } from './testing/sound-files.ts';

const SECONDS = 10.4;

const open = (file: Uint8Array) => openRecording(readable(file));

const opened = (file: Uint8Array): Promise<Recording> => accepted(open(file));

async function distance(recording: Recording, sound: Sound, factor = 1): Promise<number> {
  let most = 0;
  for (const [from, seconds] of [
    [0, 1],
    [3.21, 2],
    [recording.seconds - 0.7, 0.7],
  ] as const) {
    const part = await accepted(recording.part(from, seconds));
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

test('[N-INP-09] every WAV with a whole sound decodes correctly, whatever its header says', async () => {
  await fc.assert(
    fc.asyncProperty(
      wavs,
      async ({ depth, size, riffBytes, after, hasTag, sampleRate, channels, ...form }) => {
        const { level = 0.4, ...own } = { level: undefined, ...depth };
        const sound = aSound({ seconds: SECONDS, sampleRate, channels, level });
        const claimedBytes = claims[size];
        // Other bytes cannot be told apart from a sound that goes on to the end of the file.
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
  // A header may leave the length open, or claim less than there is.
  claimedSeconds: fc.constantFrom(undefined, 0, 0.001, 5),
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

test('[N-INP-09] every FLAC with a whole sound decodes correctly, whatever its header says', async () => {
  await fc.assert(
    fc.asyncProperty(
      flacs,
      async ({ sampleRate, channels, claimedSeconds, hasTag, after, wasted, order, ...form }) => {
        const { bits, stereo } = form;
        const sound = aSound({ seconds: SECONDS, sampleRate, channels });
        const flac = flacFile(sound, {
          ...form,
          // Neither the mid channel nor the residual may need more bits than there are.
          wasted: stereo === 'mid and side' ? 0 : wasted,
          order: bits === 32 ? Math.min(1, order) : order,
          ...(claimedSeconds === undefined ? {} : { claimedSeconds }),
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

test.each<[string, Buffer]>([
  ['a chunk that no one knows', Buffer.from(`note\x0a\0\0\0${'n'.repeat(10)}`)],
  ['an ID3 tag', id3Tag(40_000)],
  ['an old ID3 tag', Buffer.concat([Buffer.from('TAG'), Buffer.alloc(9_000, 't')])],
  ['an APE tag', Buffer.concat([Buffer.from('APETAGEX'), Buffer.alloc(9_000, 'a')])],
  ['zeros', Buffer.alloc(90_000)],
  ['a remnant', Buffer.alloc(3_000, '\xff', 'latin1')],
])(
  '[N-INP-09] a WAV with %s after its sound, or after its other chunks, is read as without',
  async (_, after) => {
    const list = Buffer.from('LIST\x04\0\0\0INFO');
    for (const behind of [after, Buffer.concat([list, after])]) {
      const recording = await opened(wavFile(sound, { after: behind }));
      expect(recording.seconds).toBeCloseTo(SECONDS, 3);
    }
  },
);

test('[N-INP-09] a WAV with two identical format chunks is decoded', async () => {
  const twice = Buffer.concat([wav.subarray(0, 36), wav.subarray(12, 36), wav.subarray(36)]);
  expect(await distance(await opened(twice), sound)).toBeLessThan(steps(16));
});

const samples = join(import.meta.dirname, 'testing/recordings');

test.each(readdirSync(samples))(
  '[N-INP-09] %s, written by another program, decodes to the checksum in its header',
  async (name) => {
    const file = readFileSync(join(samples, name));
    const recording = await opened(file);
    const whole = await accepted(recording.part(0, recording.seconds));
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
