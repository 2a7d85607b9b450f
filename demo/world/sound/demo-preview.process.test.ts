import { mp3Seconds } from '@datchain/functions/audio/mp3-seconds.ts';
import { readPreview } from '@datchain/shared/contracts/documents/preview.ts';
import { expect, test } from 'vitest';
import { demoWorld } from '../world.ts';
import { demoPreview, demoPreviewBytes, demoSound, drawnPeaks } from './demo-preview.ts';
import { demoSong, demoWav, demoWhole } from './demo-whole.ts';
import { render } from './render.ts';

const { dats } = demoWorld(new Date('2026-11-20T12:00:00Z'));
const [first, second] = dats;
if (!first || !second) throw new Error('The demo world is empty');

test('[N-SND-11] two previews differ, sound the same each time, and have the stated length', {
  tags: 'long',
}, async () => {
  const sounds = await Promise.all([first, second].map(demoSound));
  for (const sound of sounds) {
    expect(sound.length).toBe(demoPreviewBytes);
    expect(Math.abs((mp3Seconds(sound) ?? 0) - 30)).toBeLessThan(0.2);
  }
  expect(Buffer.from(await demoSound(first)).equals(sounds[0] as Uint8Array)).toBe(true);
  expect(new Set(sounds.map((sound) => Buffer.from(sound).toString('base64'))).size).toBe(2);
});

test('[N-SND-11] every demo work has a preview that pages can show, and all outlines differ', () => {
  const previews = dats.map(demoPreview);
  for (const preview of previews) expect(readPreview(preview)).toEqual(preview);
  expect(new Set(previews.map(({ peaks }) => peaks)).size).toBe(dats.length);
});

test('[N-SND-11] the stored outlines match the sound', () => {
  const few = dats.filter((_, index) => index % 16 === 0);
  expect(few.map((dat) => demoPreview(dat).peaks)).toEqual(few.map(drawnPeaks));
});

test('[N-SND-11] a whole song has the stated length, and its preview is a part of it', () => {
  const sampleRate = 2_000;
  const { start, songSeconds, original } = demoPreview(first);
  const song = demoSong(first, sampleRate);
  const [samples = new Float32Array()] = song.channels;
  expect(samples.length).toBe(songSeconds * sampleRate);
  expect(demoWhole(first).song?.seconds).toBe(songSeconds);
  expect(demoWav(song).length).toBe(44 + samples.length * 2);
  // This rendering has a twelfth of the original's sample rate.
  expect(original).toEqual({ bytes: 44 + samples.length * 2 * 12, format: 'WAV' });
  const [left = [], right = []] = render(first.id, first.genre, {
    seconds: 30,
    sampleRate,
  }).channels;
  const [part, preview] = [samples.subarray(start * sampleRate), left];
  let [product, power, otherPower] = [0, 0, 0];
  for (let index = 0; index < 20 * sampleRate; index++) {
    const [a, b] = [part[index] ?? 0, ((preview[index] ?? 0) + (right[index] ?? 0)) / 2];
    product += a * b;
    power += a * a;
    otherPower += b * b;
  }
  expect(product / Math.sqrt(power * otherPower)).toBeGreaterThan(0.9);
});

test('[N-SND-11] every genre sounds from beginning to end without clipping', () => {
  const byGenre = new Map(dats.map((dat) => [dat.genre, dat]));
  for (const { id, genre } of byGenre.values()) {
    const { channels } = render(id, genre, { seconds: 30, sampleRate: 2_000 });
    for (const samples of channels) {
      let most = 0;
      for (let from = 0; from < samples.length; from += 4_000) {
        const part = samples.subarray(from, from + 4_000);
        const power = part.reduce((sum, sample) => sum + sample * sample, 0) / part.length;
        expect(Math.sqrt(power), `${genre} at ${from / 2_000} s`).toBeGreaterThan(0.01);
        most = part.reduce((high, sample) => Math.max(high, Math.abs(sample)), most);
      }
      expect(most).toBeLessThanOrEqual(0.86);
    }
  }
});
