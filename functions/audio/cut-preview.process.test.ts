import { readPreview } from '@datchain/shared/contracts/documents/preview.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, test } from 'vitest';
import { type CutPreview, cutPreview } from './cut-preview.ts';
import { loudness } from './loudness.ts';
import { mp3Seconds } from './mp3-seconds.ts';
import type { Sound } from './recording.ts';
import { aSound, flacFile, readable, wavFile } from './testing/sound-files.ts';

const asked = { datId: 'dat-1', start: undefined, tags: { title: 'Salt (preview)' } };
const cut = (file: Uint8Array, start?: number) => cutPreview(readable(file), { ...asked, start });

const made = (file: Uint8Array, start?: number): Promise<CutPreview> => accepted(cut(file, start));

async function sentenceOf(file: Uint8Array, start?: number): Promise<string> {
  const outcome = await cut(file, start);
  return isRefusal(outcome) ? outcome.message : 'was cut';
}

async function decoded(mp3: Uint8Array): Promise<Sound> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(mp3);
  decoder.free();
  return { channels: channelData, sampleRate };
}

function alike(one: Float32Array, other: Float32Array, lag: number): number {
  let [product, power, otherPower] = [0, 0, 0];
  for (let index = 0; index < 22_050; index++) {
    const [a = 0, b = 0] = [one[index], other[index + lag]];
    product += a * b;
    power += a * a;
    otherPower += b * b;
  }
  return Math.abs(product) / Math.sqrt(power * otherPower);
}

const bestOf = (one: Float32Array, other: Float32Array): number =>
  Math.max(
    ...Array.from({ length: 600 }, (_, lag) => 900 + lag).map((lag) => alike(one, other, lag)),
  );

describe('the preview of a recording', () => {
  test('[N-SND-08] is the chosen part of it, for WAV and FLAC alike, and the same each time', async () => {
    const song = aSound({ seconds: 20, sampleRate: 44_100 });
    const fromWav = await made(wavFile(song), 3);
    expect(fromWav.preview).toMatchObject({ seconds: 10, start: 3, bytes: fromWav.bytes.length });
    expect(fromWav.preview.file).toMatch(/^dat-1-[0-9a-f]{8}\.mp3$/);
    expect(await made(wavFile(song), 3)).toEqual(fromWav);
    const { file: _, original, ...same } = fromWav.preview;
    expect(original?.format).toBe('WAV');
    expect((await made(flacFile(song), 3)).preview).toMatchObject(same);
    expect((await made(wavFile(song), 4)).preview.file).not.toBe(fromWav.preview.file);

    const { channels, sampleRate } = await decoded(fromWav.bytes);
    const heard = channels[0]?.subarray(44_100) as Float32Array;
    const source = song.channels[0] as Float32Array;
    expect(sampleRate).toBe(44_100);
    // The encoder adds a frame in front; parts eight seconds apart are not alike.
    expect(bestOf(source.subarray(4 * 44_100), heard)).toBeGreaterThan(0.95);
    expect(bestOf(source.subarray(12 * 44_100), heard)).toBeLessThan(0.5);
  });

  test('[N-SND-01] begins a quarter into the work when nobody chose a start, and lasts half a minute, or half of a short work', async () => {
    expect((await made(wavFile(aSound({ seconds: 18 })))).preview).toMatchObject({
      start: 4,
      seconds: 9,
    });
    const long = aSound({ seconds: 90, sampleRate: 8_000, channels: 1 });
    const { preview, bytes } = await made(wavFile(long));
    expect(preview).toMatchObject({ start: 22, seconds: 30 });
    expect(mp3Seconds(bytes)).toBeGreaterThanOrEqual(30);
    expect(mp3Seconds(bytes)).toBeLessThan(30.2);
  });

  test('can be the very end of a short work whose length is not a round number', async () => {
    const { preview } = await made(wavFile(aSound({ seconds: 20.04, sampleRate: 8_000 })), 10);
    expect(readPreview(preview)).toEqual(preview);
  });

  test('has a loudness of -14 LUFS, whatever the level of the recording', async () => {
    for (const level of [0.2, 1]) {
      const { bytes } = await made(wavFile(aSound({ level, seconds: 40 })));
      const { channels, sampleRate } = await decoded(bytes);
      expect(Math.abs(loudness(channels, sampleRate) + 14)).toBeLessThan(1);
    }
  });

  test('[N-INP-09] a DC offset in the recording changes neither the loudness nor the outline of the preview', async () => {
    const song = aSound({ level: 0.1, seconds: 20, sampleRate: 8_000 });
    const channels = song.channels.map((samples) => samples.map((sample) => sample + 0.6));
    const [beside, plain] = [
      wavFile({ ...song, channels }, { bits: 32 }),
      wavFile(song, { bits: 32 }),
    ];
    const { preview, bytes } = await made(beside);
    const heard = await decoded(bytes);
    expect(Math.abs(loudness(heard.channels, heard.sampleRate) + 14)).toBeLessThan(1.5);
    expect(preview.peaks).toBe((await made(plain)).preview.peaks);
  });

  test.each([8_000, 44_100, 192_000])(
    'is cut from recordings at %s Hz, in mono and in stereo',
    async (sampleRate) => {
      for (const channels of [1, 2]) {
        const { bytes, preview } = await made(
          wavFile(aSound({ seconds: 10, sampleRate, channels })),
        );
        expect(Math.abs((mp3Seconds(bytes) ?? 0) - 5)).toBeLessThan(0.2);
        expect(preview.peaks).toMatch(/^[1-9a-z]{96}$/);
      }
    },
  );

  const song = { seconds: 14, sampleRate: 44_100, channels: 1 };
  let plain: Promise<CutPreview> | undefined;
  test.each<[string, Uint8Array]>([
    ['a FLAC of unknown length', flacFile(aSound(song), { claimedSeconds: 0 })],
    ['a WAV of 64 bits, above full scale', wavFile(aSound({ ...song, level: 40 }), { bits: 64 })],
    [
      'a WAV of a recorder that lost power',
      wavFile(aSound(song), { claimedBytes: 0, riffBytes: 36 }),
    ],
  ])('[N-INP-09] cut from %s has the sound, outline and length of the song', async (_, file) => {
    const { preview, bytes } = await made(file, 2);
    expect(preview).toMatchObject({ start: 2, seconds: 7, songSeconds: 14 });
    plain ??= made(wavFile(aSound(song)), 2);
    expect(preview.peaks).toBe((await plain).preview.peaks);
    const { channels, sampleRate } = await decoded(bytes);
    expect(Math.abs(loudness(channels, sampleRate) + 14)).toBeLessThan(1.5);
    const source = aSound(song).channels[0] as Float32Array;
    const heard = channels[0]?.subarray(44_100) as Float32Array;
    expect(bestOf(source.subarray(3 * 44_100), heard)).toBeGreaterThan(0.95);
  });

  test('is cut from a long recording with fewer than twelve reads of the file', async () => {
    const file = readable(wavFile(aSound({ seconds: 70 })));
    const outcome = await cutPreview(file, { ...asked, start: 30 });
    expect(isRefusal(outcome)).toBe(false);
    // Five of the thirty seconds, the header and the end.
    expect(file.asked).toBeLessThan(12);
  });
});

describe('[N-SND-08] an unsuitable recording is refused with a sentence', () => {
  const tooShort = 'Audio must last at least 10 seconds.';

  test('a recording shorter than 10 seconds or longer than 60 minutes is refused', async () => {
    expect(await sentenceOf(wavFile(aSound({ seconds: 2 })))).toBe(tooShort);
    expect(await sentenceOf(wavFile(aSound({ seconds: 0 })))).toBe(tooShort);
    const long = { sampleRate: 8_000, channels: [new Float32Array(61 * 60 * 8_000)] };
    expect(await sentenceOf(wavFile(long, { bits: 8 }))).toBe('Audio can last at most 60 minutes.');
  });

  test('a recording with six channels or a sample rate outside 8 to 192 kHz is refused', async () => {
    expect(await sentenceOf(wavFile(aSound({ seconds: 10, channels: 6 })))).toBe(
      'Audio must be mono or stereo.',
    );
    expect(await sentenceOf(wavFile(aSound({ seconds: 12, sampleRate: 4_000 })))).toBe(
      'Audio must have 8 to 192 kHz.',
    );
    const huge = Buffer.from(wavFile(aSound({ seconds: 10, sampleRate: 8_000 })));
    huge.writeUInt32LE(4_000_000_000, 24);
    expect(await sentenceOf(huge)).toBe('Audio must have 8 to 192 kHz.');
  });

  test('a preview that would begin too late is refused', async () => {
    const file = wavFile(aSound({ seconds: 20 }));
    expect(await sentenceOf(file, 10)).toBe('was cut');
    expect(await sentenceOf(file, 11)).toBe('The preview must begin between 0:00 and 0:10.');
  });

  test('silence is refused, in the preview or in the whole recording', async () => {
    const silence = aSound({ seconds: 12, level: 0 });
    const all = 'Audio is silent from beginning to end, or too quiet to be heard. Export it again.';
    expect(await sentenceOf(wavFile(silence))).toBe(all);
    expect(await sentenceOf(flacFile(silence))).toBe(all);
    expect(await sentenceOf(wavFile(aSound({ seconds: 70, sampleRate: 8_000, level: 1e-4 })))).toBe(
      all,
    );
    const late = aSound({ seconds: 70, sampleRate: 8_000 });
    for (const samples of late.channels) samples.fill(0, 0, 62 * 8_000);
    expect(await sentenceOf(wavFile(late))).toBe(
      'The preview would be silent. Choose another beginning.',
    );
  });

  test('[N-INP-09] a long silent recording is refused after reading only parts of it', async () => {
    const sampleRate = 192_000;
    const header = wavFile({ sampleRate, channels: [new Float32Array(0)] }, { bits: 8 });
    const sounding = 270 * sampleRate;
    header.writeUInt32LE(header.length - 8 + sounding, 4);
    header.writeUInt32LE(sounding, header.length - 4);
    let read = 0;
    const silent = {
      size: header.length + sounding,
      async bytes(from: number, count: number) {
        read += count;
        const bytes = Buffer.alloc(Math.min(count, this.size - from), 0x80);
        if (from < header.length) header.copy(bytes, 0, from);
        return bytes;
      },
    };
    const outcome = await cutPreview(silent, asked);
    expect(isRefusal(outcome) && outcome.message).toBe(
      'The preview would be silent. Choose another beginning.',
    );
    // Six half minutes and the preview, in whole blocks.
    expect(read).toBeLessThan(8 * 30 * sampleRate);
  });

  test('[N-INP-09] sound that is loud in numbers but inaudible is refused: constants and ultrasound', async () => {
    const all = 'Audio is silent from beginning to end, or too quiet to be heard. Export it again.';
    const each = (sampleRate: number, sample: (index: number) => number) => ({
      sampleRate,
      channels: [Float32Array.from({ length: 11 * sampleRate }, (_, index) => sample(index))],
    });
    for (const level of [-1, 0.1, 0.5]) {
      const constant = each(22_050, () => level);
      expect(await sentenceOf(wavFile(constant, { bits: 32 }))).toBe(all);
      expect(await sentenceOf(wavFile(constant, { bits: 8 }))).toBe(all);
    }
    for (const [pitch, sampleRate] of [
      [21_000, 44_100],
      [21_000, 48_000],
      [40_000, 96_000],
    ] as const) {
      const tone = each(sampleRate, (index) =>
        Math.cos((2 * Math.PI * pitch * index) / sampleRate),
      );
      expect(await sentenceOf(wavFile(tone))).toBe(all);
    }
    const high = each(44_100, (index) => 0.3 * Math.sin((2 * Math.PI * 12_000 * index) / 44_100));
    expect(await sentenceOf(wavFile(high))).toBe('was cut');
  });

  test('a wrong length in the header is corrected where the true length is certain, and refused otherwise', async () => {
    const song = aSound({ seconds: 20 });
    const sentence =
      'Audio is cut off: it ends before 0:21, though it says it lasts 5:00. Export it again.';
    expect(await sentenceOf(flacFile(song, { claimedSeconds: 300 }), 1)).toBe(sentence);
    expect(await sentenceOf(wavFile(song, { claimedBytes: 300 * 22_050 * 4 }), 1)).toBe(sentence);
    // Streaming programs and recorders that lost power leave these sizes.
    for (const claimedBytes of [0xffff_ffdb, 0]) {
      const streamed = await made(wavFile(song, { claimedBytes }), 1);
      expect(streamed.preview.songSeconds).toBe(20);
    }
    const short = wavFile(song, { claimedBytes: 12 * 22_050 * 4 });
    expect(await sentenceOf(short, 1)).toBe(
      'The audio file goes on after 0:12, where its header says that the sound ends. Export it again.',
    );
    // The frames of a FLAC identify themselves as sound, so too short a claim does no harm.
    const whole = await made(flacFile(song, { claimedSeconds: 6 }), 1);
    expect(whole.preview.songSeconds).toBe(20);
  });
});

describe('the length of an MP3', () => {
  test('is counted by its frames, whatever its header claims', async () => {
    const { bytes } = await made(wavFile(aSound({ seconds: 20 })));
    const seconds = mp3Seconds(bytes) ?? 0;
    expect(seconds).toBeGreaterThan(10);
    const tag = 10 + bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0);
    const twice = Buffer.concat([bytes, bytes.subarray(tag)]);
    expect(mp3Seconds(twice)).toBeCloseTo(seconds * 2, 6);
  });

  test('is undefined if other bytes stand between or after the frames, or there are none', async () => {
    const { bytes } = await made(wavFile(aSound({ seconds: 20 })));
    const middle = bytes.length >> 1;
    const html = Buffer.from('<script>alert(1)</script>');
    expect(
      mp3Seconds(Buffer.concat([bytes.subarray(0, middle), html, bytes.subarray(middle)])),
    ).toBeUndefined();
    expect(mp3Seconds(Buffer.concat([bytes, html]))).toBeUndefined();
    expect(mp3Seconds(new Uint8Array(0))).toBeUndefined();
  });
});
