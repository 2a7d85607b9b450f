import { expect, test } from 'vitest';
import { datOfSound, soundFile } from './sound-file.ts';

test('a sound file is named after its work and its bytes, and the work can be read from it', () => {
  expect(soundFile('dat-1', '0123456789abcdef')).toBe('dat-1-01234567.mp3');
  expect(datOfSound('dat-1-01234567.mp3')).toBe('dat-1');
  const longest = 'd'.repeat(128);
  expect(datOfSound(soundFile(longest, '89abcdef'))).toBe(longest);
});

test.each([
  `${'d'.repeat(129)}-01234567.mp3`,
  '-01234567.mp3',
  'a b-01234567.mp3',
  'dat-1-0123456.mp3',
  'dat-1-0123456G.mp3',
  'dat-1-01234567.mp3.wav',
  'full/dat-1-01234567.mp3',
])('%j is not a sound file', (file) => {
  expect(datOfSound(file)).toBeUndefined();
});
