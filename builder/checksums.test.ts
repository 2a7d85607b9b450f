import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinedCrc32 } from './checksums.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

test('the checksum of two pieces is that of all their bytes', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.nat(70_000), (one, other, zeros) => {
      const rest = Buffer.concat([other, Buffer.alloc(zeros)]);
      const joined = joinedCrc32(crc32(one), { crc: crc32(rest), length: rest.length });
      expect(joined).toBe(crc32(Buffer.concat([one, rest])));
    }),
  );
});
