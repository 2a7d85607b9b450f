import { expect, test } from 'vitest';
import { invalidLocation, isUploadGone, uploadGone } from './upload-gone.ts';

test('a file has to be uploaded again when it was cleared away, or is not where it should be', () => {
  expect([uploadGone, invalidLocation].map(isUploadGone)).toEqual([true, true]);
  expect(isUploadGone('Missing selected artist.')).toBe(false);
});
