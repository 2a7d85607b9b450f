import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Crc32c } from '../crc32c.ts';
import type { Value } from './values.ts';

/** The functions of `hashing`, of a text (its UTF-8) or of bytes. */
export const hashes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  'hashing.md5': (bytes) => createHash('md5').update(bytes).digest(),
  'hashing.sha256': (bytes) => createHash('sha256').update(bytes).digest(),
  'hashing.crc32': (bytes) => lowestFirst(crc32(bytes)),
  'hashing.crc32c': (bytes) => {
    const sum = new Crc32c();
    sum.update(bytes);
    return Buffer.from(sum.digest(), 'base64').reverse();
  },
};

/** What a hash is computed of; undefined for values that have none. */
export function bytesToHash(value: Value | undefined): Uint8Array | undefined {
  if (typeof value === 'string') return Buffer.from(value);
  return value instanceof Uint8Array ? value : undefined;
}

function lowestFirst(sum: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(sum);
  return bytes;
}
