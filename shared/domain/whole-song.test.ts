import { expect, test } from 'vitest';
import { attachment, formatFileName } from './attachment.ts';
import { MINUTE_MILLIS } from './time.ts';
import { againAfterMillis, listeningMillis, wholePath } from './whole-song.ts';

test('whole songs are stored in a folder of their own, full', () => {
  expect(wholePath('dat-1-01234567.mp3')).toBe('full/dat-1-01234567.mp3');
});

test('a listening address lasts twice the song, at least a quarter of an hour', () => {
  expect(listeningMillis(0)).toBe(15 * MINUTE_MILLIS);
  expect(listeningMillis(449)).toBe(15 * MINUTE_MILLIS);
  expect(listeningMillis(3_600)).toBe(120 * MINUTE_MILLIS);
});

test('a failed attempt is retried with a growing wait, at most a day', () => {
  expect([1, 2, 3].map((attempts) => againAfterMillis(attempts) / MINUTE_MILLIS)).toEqual([
    10, 20, 40,
  ]);
  expect(againAfterMillis(50)).toBe(24 * 60 * MINUTE_MILLIS);
});

test('a file is saved under a name that every system accepts', () => {
  expect(formatFileName(['Marlow & the Tides', 'Night Bus'], 'wav')).toBe(
    'Marlow & the Tides - Night Bus.wav',
  );
  expect(formatFileName(['../a/b', 'x"y\n\u202Ez?'], 'flac')).toBe('a b - x y z.flac');
  expect(formatFileName(['Ann ', 'One  two...'], 'wav')).toBe('Ann - One two.wav');
  expect(formatFileName(['', '...'], 'wav')).toBe('Song.wav');
  expect([...formatFileName(['a'.repeat(300)], 'wav')]).toHaveLength(104);
  expect(formatFileName(['🎵'.repeat(150)], 'wav')).toBe(`${'🎵'.repeat(100)}.wav`);
});

test('the download header has the file name both in ASCII and in full', () => {
  expect(attachment('Zoë (live).wav')).toBe(
    'attachment; filename="Zo_ (live).wav"; filename*=UTF-8\'\'Zo%C3%AB%20%28live%29.wav',
  );
  expect(attachment('50% "*".wav')).toBe(
    'attachment; filename="50_ _*_.wav"; filename*=UTF-8\'\'50%25%20%22%2A%22.wav',
  );
});
