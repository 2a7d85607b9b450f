import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from './utf8.ts';

test("any text encodes to the same bytes as Node's encoder, lone surrogates included", () => {
  const unit = fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.constant('\ud800'));
  const text = fc.array(unit).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (any) => {
      expect(utf8(any).equals(Buffer.from(any))).toBe(true);
    }),
  );
});

test('a text longer than the buffer, and then a short one, encode correctly', () => {
  for (const text of ['é–😀'.repeat(100_000), 'short', '']) {
    expect(utf8(text).equals(Buffer.from(text))).toBe(true);
  }
});
