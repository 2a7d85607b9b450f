import { describe, expect, test } from 'vitest';
import type { Fields, Value } from '../contract.ts';
import { checkDocument } from './limits.ts';

const text = (length: number): Value => ({ stringValue: 'x'.repeat(length) });
const half = 500_000;
const tooLarge = 'maximum entity size is 1048576 bytes';

/** The longest string in `b` beside 500,000 bytes in `a`, measured with Google's emulator. */
describe.each<[string, Fields, number]>([
  ['v/s', {}, 1_048_518],
  ['vv/sss', {}, 1_048_515],
  ['v/s', { c: { integerValue: '5' } }, 1_048_508],
  ['v/s', { c: { doubleValue: 5.5 } }, 1_048_508],
  ['v/s', { c: { nullValue: null } }, 1_048_515],
  ['v/s', { c: { booleanValue: true } }, 1_048_515],
  ['v/s', { c: { stringValue: '' } }, 1_048_515],
  ['v/s', { c: { mapValue: { fields: { q: { integerValue: '1' } } } } }, 1_048_506],
  ['v/s', { c: { arrayValue: { values: [{ integerValue: '1' }] } } }, 1_048_508],
  [
    'v/s',
    { c: { referenceValue: 'projects/demo-a/databases/(default)/documents/a/b' } },
    1_048_496,
  ],
])('a document %s with %j besides', (name, besides, most) => {
  const path = name.split('/');
  const check = (bytes: number) =>
    checkDocument(path, { a: text(half), b: text(bytes - half), ...besides });

  test(`may hold ${most} bytes of text, and no more`, () => {
    expect(() => check(most)).not.toThrow();
    expect(() => check(most + 1)).toThrow(tooLarge);
  });
});

test.each<[string, Value, Value]>([
  ['texts', text(1_048_487), text(1_048_488)],
  [
    'texts in bytes, not letters',
    { stringValue: 'é'.repeat(524_243) },
    { stringValue: 'é'.repeat(524_244) },
  ],
  [
    'bytes',
    { bytesValue: Buffer.alloc(1_048_487).toString('base64') },
    { bytesValue: Buffer.alloc(1_048_488).toString('base64') },
  ],
])('a field holds %s of 1,048,487 bytes, and no more', (_, fits, doesNot) => {
  expect(() => checkDocument(['v', 'a'], { v: fits })).not.toThrow();
  expect(() => checkDocument(['v', 'a'], { v: doesNot })).toThrow(
    'The value of property "v" is longer than 1048487 bytes.',
  );
});
