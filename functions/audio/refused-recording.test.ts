import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openRecording } from './recording.ts';
import { longFlac } from './testing/flac-file.ts';
import { aSound, flacFile, id3Tag, readable, wavFile } from './testing/sound-files.ts';

const SECONDS = 10.4;
const SECOND_BYTES = 16_000;
const sound = aSound({ seconds: SECONDS, sampleRate: 8_000, channels: 1 });
const wav = wavFile(sound);
const flac = flacFile(sound, { coding: 'predicted', order: 2 });

async function sentenceOf(file: Uint8Array): Promise<string> {
  const recording = await openRecording(readable(file));
  return isRefusal(recording) ? recording.message : `taken: ${recording.seconds} s`;
}

describe('[N-INP-09] a broken or unsuitable recording is refused with a sentence that is true', () => {
  const cutOff = /^Audio is cut off/;
  const damaged = 'Audio is damaged. Export it again.';

  test('a file that was cut off anywhere is refused as cut off', async () => {
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
            // A cut between two blocks leaves no trace of further blocks.
            kind === 'FLAC of unknown length' ? /^Audio (is cut off|must last)/ : cutOff,
          );
        },
      ),
      tries(100, 2_000),
    );
  });

  test('the refusal says where the sound ends and where it should end', async () => {
    const half = wav.subarray(0, 44 + (wav.length - 44) / 2);
    expect(await sentenceOf(half)).toBe(
      'Audio is cut off: it ends before 0:06, though it says it lasts 0:10. Export it again.',
    );
  });

  test('the refusal counts tenths of a second where little is missing', async () => {
    const sentence =
      'Audio is cut off: it ends at 0:10.2, though it says it lasts 0:10.4. Export it again.';
    expect(await sentenceOf(wav.subarray(0, wav.length - 0.2 * SECOND_BYTES))).toBe(sentence);
    const short = aSound({ seconds: 10.2, sampleRate: 8_000, channels: 1 });
    expect(await sentenceOf(flacFile(short, { claimedSeconds: SECONDS }))).toBe(sentence);
  });

  test('a WAV whose sound goes on after the end in its header is refused rather than cut in half', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('RIFF' as const, 'RIFX' as const, 'RF64' as const, 'BW64' as const),
        fc.constantFrom(8, 16, 24, 32, 64),
        fc.double({ min: 0.01, max: 0.93, noNaN: true }),
        fc.boolean(),
        async (kind, bits, part, hasChunk) => {
          const length = Math.floor(part * 8_000 * SECONDS) * (bits / 8);
          const after = hasChunk ? Buffer.from('LIST\x04\0\0\0INFO') : Buffer.alloc(0);
          expect(
            await sentenceOf(wavFile(sound, { kind, bits, claimedBytes: length, after })),
          ).toMatch(
            /^The audio file goes on after 0:\d\d, where its header says that the sound ends/,
          );
        },
      ),
      tries(25, 500),
    );
    expect(await sentenceOf(wavFile(sound, { claimedBytes: 5.5 * SECOND_BYTES }))).toBe(
      'The audio file goes on after 0:05, where its header says that the sound ends. Export it again.',
    );
  });

  test('a FLAC with one changed byte anywhere is refused as damaged', async () => {
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

  test('a FLAC that lacks a block in the middle is refused as damaged', async () => {
    const blocks = flacFile(sound, { blockSize: 4_000 });
    const length = 4_000 * 2 + 11;
    const at = blocks.length - 5 * length;
    const without = Buffer.concat([blocks.subarray(0, at), blocks.subarray(at + length)]);
    expect(await sentenceOf(without)).toBe(damaged);
  });

  test('samples that are not numbers are reported with their position', async () => {
    for (const [bad, bits] of [
      [Number.NaN, 32],
      [Number.POSITIVE_INFINITY, 32],
      [Number.NEGATIVE_INFINITY, 64],
      [Number.NaN, 64],
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

  test('samples that are too large to be played are reported with their position', async () => {
    const file = wavFile(sound, { bits: 64 });
    file.writeDoubleLE(-1e300, 44 + (8_000 * 7 + 5) * 8);
    expect(await sentenceOf(file)).toBe(
      'Audio has samples that are too large to be played, the first at 0:07. Export it again.',
    );
  });

  function wideWav(bits: number, bytes: number): Buffer {
    const file = wavFile(aSound({ seconds: 32, sampleRate: 8_000, channels: 1 }), { bits });
    file.writeUInt32LE(8_000 * bytes, 28);
    file.writeUInt16LE(bytes, 32);
    return file;
  }

  const contradicts =
    'Audio has a header that contradicts itself about the size of its samples. Export it again.';
  const secondFormat = Buffer.from(wav.subarray(12, 36));
  secondFormat.writeUInt16LE(2, 10);
  secondFormat.writeUInt32LE(32_000, 16);
  secondFormat.writeUInt16LE(4, 20);
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
      'a WAV with two data chunks',
      wavFile(sound, { after: twice }),
      'Audio has its sound in two parts (two data chunks). Export it again as one.',
    ],
    [
      'a WAV with another WAV behind it',
      Buffer.concat([wav, wav]),
      'Audio has its sound in two parts (two data chunks). Export it again as one.',
    ],
    [
      'a WAV with two formats',
      Buffer.concat([wav.subarray(0, 36), secondFormat, wav.subarray(36)]),
      'Audio has two headers that contradict each other. Export it again.',
    ],
    ['a WAV of 16 bits in samples of 4 bytes', wideWav(16, 4), contradicts],
    ['a WAV of 16 bits in samples of 3 bytes', wideWav(16, 3), contradicts],
    ['a WAV of 8 bits in samples of 4 bytes', wideWav(8, 4), contradicts],
    ['a WAV without a data chunk', wav.subarray(0, 36), damaged],
    [
      'a WAV with a chunk that ends after the file',
      wavFile(sound, { before: [{ id: 'bext', bytes: 900 }] }).subarray(0, 400),
      damaged,
    ],
    [
      'a WAV whose format chunk is too short',
      Buffer.concat([
        Buffer.from('RIFF\x20\0\0\0WAVEfmt \x08\0\0\0', 'latin1'),
        Buffer.alloc(8),
        wav.subarray(36),
      ]),
      damaged,
    ],
    [
      'an HTML page behind the beginning of a WAV',
      Buffer.concat([wav.subarray(0, 16), Buffer.alloc(9_000, '<p>')]),
      damaged,
    ],
    [
      'a FLAC without its first block',
      Buffer.concat([flac.subarray(0, 4), flac.subarray(42)]),
      damaged,
    ],
    [
      'a WAV of ten seconds that says more than an hour',
      wavFile(sound, { claimedBytes: SECOND_BYTES * 3_700 }),
      'Audio is cut off: it ends before 0:11, though it says it lasts more than 60 minutes. Export it again.',
    ],
    [
      'a FLAC of ten seconds that says more than an hour',
      flacFile(sound, { claimedSeconds: 3_700 }),
      'Audio is cut off: it ends before 0:11, though it says it lasts more than 60 minutes. Export it again.',
    ],
    ['a FLAC of more than an hour', longFlac(), 'Audio can last at most 60 minutes.'],
    [
      'a WAV of less than ten seconds',
      wavFile(aSound({ seconds: 9.9, sampleRate: 8_000 })),
      'Audio must last at least 10 seconds.',
    ],
    [
      'a FLAC of unknown length that is too short',
      flacFile(aSound({ seconds: 3, sampleRate: 8_000 }), { claimedSeconds: 0 }),
      'Audio must last at least 10 seconds.',
    ],
    [
      'a WAV with three channels',
      wavFile(aSound({ seconds: 10, sampleRate: 8_000, channels: 3 })),
      'Audio must be mono or stereo.',
    ],
    [
      'an Ogg FLAC',
      Buffer.from(`OggS\0\x02${'\0'.repeat(20)}\x01\x33\x7fFLAC`, 'latin1'),
      'Audio must be a WAV or FLAC file. This is an Ogg file: export it as FLAC, without Ogg.',
    ],
    [
      'a FLAC at 384 kHz',
      flacFile({ ...sound, sampleRate: 384_000 }),
      'Audio must have 8 to 192 kHz.',
    ],
    ...[
      ['an empty file', ''],
      ['an HTML page', '<!doctype html><script>alert(1)</script>'],
      ['an MP3 with a tag', `${id3Tag(40).toString('latin1')}\xff\xfb\x90\x44`],
      ['an AIFF', 'FORM\0\0\0\x40AIFFCOMM'],
      ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 \0\0\0\0'],
      ['a video', 'RIFF\x10\0\0\0AVI LIST\0\0\0\0'],
      ['a WAV that ends after its name', 'RIFF\x10\0\0\0WAVE'],
    ].map(([name = '', text = '']): [string, Uint8Array, string] => [
      name,
      Buffer.from(text, 'latin1'),
      'Audio must be a WAV or FLAC file.',
    ]),
  ])('%s is refused with its own sentence', async (_, file, sentence) => {
    expect(await sentenceOf(file)).toBe(sentence);
  });
});

test('[N-INP-09] a header of a million chunks is refused after at most two reads of the file', async () => {
  const file = readable(
    Buffer.concat([wav.subarray(0, 36), Buffer.alloc(8_000_000, 'JUNK\0\0\0\0', 'latin1')]),
  );
  expect(await openRecording(file)).toMatchObject({
    message: 'Audio is damaged. Export it again.',
  });
  expect(file.asked).toBeLessThan(3);
});
