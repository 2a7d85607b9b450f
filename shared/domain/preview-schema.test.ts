import { lackingEach } from '@datchain/testing/pure/lacking.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { previewSchema } from './preview-schema.ts';

const original = { bytes: 31_752_044, format: 'WAV' };
const cutBefore = {
  file: 'dat-1.0123456789abcdef.mp3',
  bytes: 480_000,
  seconds: 30,
  start: 45,
  songSeconds: 180.5,
  peaks: '0'.repeat(96),
};
const preview = { ...cutBefore, original };

test('a stored preview is read, also an older one that does not describe its original', () => {
  expect(v.parse(previewSchema, preview)).toEqual(preview);
  expect(v.parse(previewSchema, cutBefore)).toEqual(cutBefore);
});

test.each([
  ...lackingEach(cutBefore),
  ...lackingEach(original).map(
    ([field, less]) => [`the ${field} of its original`, { ...preview, original: less }] as const,
  ),
])('a preview without %s is refused', (_field, less) => {
  expect(v.is(previewSchema, less)).toBe(false);
});

test.each([
  ['a negative size', { ...preview, bytes: -1 }],
  ['a start at a fraction of a second', { ...preview, start: 0.5 }],
  ['an original in another format', { ...preview, original: { ...original, format: 'MP3' } }],
])('a preview with %s is refused', (_what, wrong) => {
  expect(v.is(previewSchema, wrong)).toBe(false);
});
