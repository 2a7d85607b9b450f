import { expect, test } from 'vitest';
import {
  invalidLocation,
  isUploadGone,
  safeFileName,
  uploadGone,
  uploadPath,
} from './upload-path.ts';

test('[R-REV-03] artwork and audio have a folder each, and a timestamp before the name', () => {
  expect(uploadPath('artwork', 1_700_000_000_000, 'cover.png')).toBe(
    'dat_artwork/1700000000000_cover.png',
  );
  expect(uploadPath('audio', 1_700_000_000_001, 'night_bus-24bit.wav')).toBe(
    'dat_audio/1700000000001_night_bus-24bit.wav',
  );
});

test.each([
  ['Night Bus (final) v2.wav', 'Night-Bus-final-v2.wav'],
  ['Élan à l’été.flac', 'Elan-a-l-ete.flac'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a/b\\c.png', 'a-b-c.png'],
  ['夜行バス.wav', 'file.wav'],
  ['.htaccess', 'file.htaccess'],
  ['no extension', 'no-extension'],
  ['ends with dots...', 'ends-with-dots'],
  ['Night.Bus.v2.wav', 'Night.Bus.v2.wav'],
  ['', 'file'],
  ['#[*]?%00.png', '00.png'],
])('the file %j is stored under the name %j', (name, stored) => {
  expect(safeFileName(name)).toBe(stored);
});

test('a very long file name is cut to 100 characters and keeps its extension', () => {
  const stored = safeFileName(`${'x'.repeat(300)}.wav`);
  expect(stored).toHaveLength(100);
  expect(stored).toMatch(/x\.wav$/);
});

test('a file must be uploaded again if it was removed, or is in the wrong place', () => {
  expect([uploadGone, invalidLocation].map(isUploadGone)).toEqual([true, true]);
  expect(isUploadGone('Missing selected artist.')).toBe(false);
});
