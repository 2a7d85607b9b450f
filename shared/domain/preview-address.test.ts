import { expect, test } from 'vitest';
import { isDatPreview, previewAddress, previewFile, previewsIn } from './preview-address.ts';

test('a preview is played from an address in Storage that names its file', () => {
  const previews = previewsIn('datchain.firebasestorage.app');
  expect(previews).toBe(
    'https://firebasestorage.googleapis.com/v0/b/datchain.firebasestorage.app/o/previews%2F',
  );
  expect(previewsIn('b', 'http://127.0.0.1:9199')).toBe(
    'http://127.0.0.1:9199/v0/b/b/o/previews%2F',
  );
  expect(previewsIn(undefined)).toBe('');
  const file = 'dat-1-01234567.mp3';
  expect(previewAddress(previews, file)).toBe(`${previews}dat-1-01234567.mp3?alt=media`);
  expect(previewFile(previewAddress(previews, file))).toBe(file);
  expect(previewFile(previewAddress('', file))).toBe(file);
});

test.each([
  'https://example.com/song.mp3?alt=media',
  'previews%2Fa b.mp3?alt=media',
  'previews%2Fa.mp3?alt=media&token=1',
  'previews%2Fa.wav?alt=media',
  '',
])('%j names no preview', (address) => {
  expect(previewFile(address)).toBeUndefined();
});

test('a work’s previews are the MP3 files in the previews folder that are named after it', () => {
  expect(isDatPreview('dat-1', 'previews/dat-1-01234567.mp3')).toBe(true);
  for (const other of [
    'previews/dat-2-01234567.mp3',
    'elsewhere/dat-1-01234567.mp3',
    'previews/dat-1-0-01234567.mp3',
    'previews/dat-1-01234567.wav',
    'dat-1-01234567.mp3',
  ]) {
    expect(isDatPreview('dat-1', other), other).toBe(false);
  }
});
