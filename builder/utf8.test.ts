import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from './utf8.ts';

test('any text gives the bytes that Node makes of it, half a character too', () => {
  const unit = fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.constant('\ud800'));
  const text = fc.array(unit).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (any) => {
      expect(utf8(any).equals(Buffer.from(any))).toBe(true);
    }),
  );
});

test('a text that is longer than the room for it, and a short one after that', () => {
  for (const text of ['é–😀'.repeat(100_000), 'short', '']) {
    expect(utf8(text).equals(Buffer.from(text))).toBe(true);
  }
});
