import { accepted } from '@datchain/testing/server/accepted.ts';
import { expect, test } from 'vitest';
import { encodeWhole } from './encode-whole.ts';
import { mp3Seconds } from './mp3-seconds.ts';
import { aSound, flacFile, readable, wavFile } from './testing/sound-files.ts';

const tags = { title: 'Salt', artist: 'Marlow' };

test('the MP3 of a whole song lasts as long as the recording, and is as large from WAV as from FLAC', async () => {
  // More than two windows, so that the joints are tested.
  const sound = aSound({ seconds: 61.5, sampleRate: 11_025, channels: 1 });
  const [wav, flac] = await Promise.all(
    [wavFile(sound), flacFile(sound)].map(async (file) => {
      const made = await accepted(encodeWhole(readable(file), tags));
      return made;
    }),
  );
  expect(wav?.seconds).toBeCloseTo(61.5, 1);
  const bytes = wav?.bytes ?? new Uint8Array();
  expect(Math.abs((mp3Seconds(bytes) ?? 0) - 61.5)).toBeLessThan(0.2);
  // 192 kbit/s, and half of it for one channel.
  expect(Math.abs(bytes.length / (61.5 * 12_000) - 1)).toBeLessThan(0.02);
  expect(flac?.bytes.length).toBe(bytes.length);
});

test('a recording that is damaged in a part that no earlier check read is refused', async () => {
  const flac = flacFile(aSound({ seconds: 40, sampleRate: 11_025, channels: 1 }));
  const damaged = flac.slice();
  damaged.fill(0x55, Math.round(flac.length * 0.8), Math.round(flac.length * 0.82));
  expect(await encodeWhole(readable(damaged), tags)).toMatchObject({
    message: 'Audio is damaged. Export it again.',
  });
});
