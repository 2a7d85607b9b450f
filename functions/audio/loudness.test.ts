import { expect, test } from 'vitest';
import { loudness } from './loudness.ts';

const sine = (sampleRate: number, seconds: number, level: number): Float32Array =>
  Float32Array.from(
    { length: seconds * sampleRate },
    (_, index) => level * Math.sin((2 * Math.PI * 997 * index) / sampleRate),
  );

test.each([44_100, 48_000, 96_000])(
  'a full-scale tone of 997 Hz on one channel is at -3.01 LUFS at %s Hz',
  (sampleRate) => {
    expect(loudness([sine(sampleRate, 3, 1)], sampleRate)).toBeCloseTo(-3.01, 1);
  },
);

test('two channels are 3 dB louder than one, half the level is 6 dB softer, and silence is minus infinity', () => {
  const tone = sine(48_000, 3, 1);
  expect(loudness([tone, tone], 48_000)).toBeCloseTo(0, 1);
  expect(loudness([sine(48_000, 3, 0.5)], 48_000)).toBeCloseTo(-9.03, 1);
  expect(loudness([new Float32Array(48_000)], 48_000)).toBe(Number.NEGATIVE_INFINITY);
});

test('silence after the notes does not lower the loudness', () => {
  const notes = new Float32Array(48_000 * 20);
  notes.set(sine(48_000, 5, 1), 0);
  expect(loudness([notes], 48_000)).toBeCloseTo(-3.01, 0);
});
