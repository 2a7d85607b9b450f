import { describe, expect, test } from 'vitest';
import { checkSize, isAcceptedType, releaseFiles, wrongFormat } from './release-files.ts';

describe.each(['artwork', 'audio', 'profileImage'] as const)('a file sent as %s', (kind) => {
  const { maxBytes, types } = releaseFiles[kind];

  test('may be as large as the limit, not one byte larger and not empty', () => {
    expect([checkSize(kind, 1), checkSize(kind, maxBytes)]).toEqual([undefined, undefined]);
    expect(checkSize(kind, maxBytes + 1)).toMatch(/^\S.* can be at most \d+ MB\.$/);
    expect(checkSize(kind, 0)).toMatch(/must not be an empty file\.$/);
  });

  test('is accepted only in its own formats, never as a page, a drawing with script or an unknown type', () => {
    const bad = ['text/html', 'image/svg+xml', 'image/gif', 'audio/mpeg', 'constructor', ''];
    expect(bad.filter((type) => isAcceptedType(kind, type))).toEqual([]);
    expect(types.every((type) => isAcceptedType(kind, type))).toBe(true);
    expect(wrongFormat(kind)).toMatch(/ must be a .* file\.$/);
  });
});

test.each([
  ['artwork', 20_971_521, 'Artwork can be at most 20 MB.'],
  ['audio', 209_715_201, 'Audio can be at most 200 MB.'],
  ['audio', 0, 'Audio must not be an empty file.'],
  ['profileImage', 5_242_881, 'A profile picture can be at most 5 MB.'],
] as const)('%s of %s bytes is refused', (kind, size, sentence) => {
  expect(checkSize(kind, size)).toBe(sentence);
});
