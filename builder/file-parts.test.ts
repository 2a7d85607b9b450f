import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type FilePart, writeParts } from './file-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'file-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More than is read or written at once. */
const LONG = 2_500_000;
const sources = ['a', 'b'].map((name) => join(folder, name));
const bytes = sources.map((_path, at) =>
  Buffer.from(Int32Array.from({ length: LONG / 4 }, (_none, place) => place * (at + 3)).buffer),
);
for (const [at, path] of sources.entries()) writeFileSync(path, bytes[at] ?? '');

const range = fc.tuple(fc.nat(1), fc.nat(LONG), fc.nat(LONG)).map(([source, one, other]) => ({
  source,
  from: Math.min(one, other),
  to: Math.max(one, other),
}));

test('a file of parts has their bytes, one after the other', () => {
  const some = fc.array(fc.oneof(fc.uint8Array(), range, fc.nat(LONG)), { maxLength: 8 });
  fc.assert(
    fc.property(some, (parts) => {
      const made = parts.map((part): FilePart => {
        if (part instanceof Uint8Array) return part;
        if (typeof part === 'number') return Buffer.alloc(part, 'x');
        const { source, ...where } = part;
        return { path: sources[source] ?? '', ...where };
      });
      const path = join(folder, 'made');
      writeParts(path, made);
      const expected = parts.map((part) => {
        if (part instanceof Uint8Array) return part;
        if (typeof part === 'number') return Buffer.alloc(part, 'x');
        return bytes[part.source]?.subarray(part.from, part.to) ?? Buffer.alloc(0);
      });
      expect(readFileSync(path).equals(Buffer.concat(expected))).toBe(true);
    }),
    tries(30, 1_000),
  );
});

test('a file that ends before the part it is to give is named', () => {
  const [path = ''] = sources;
  expect(() => writeParts(join(folder, 'cut'), [{ path, from: 10, to: LONG + 1 }])).toThrow(
    `${path} ends at ${LONG}, before ${LONG + 1}.`,
  );
});
