import { crc32, deflateRawSync } from 'node:zlib';

const words = (...values: readonly [size: 2 | 4, value: number][]): Buffer =>
  Buffer.concat(
    values.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );

/** Facts that a zip states about each of its files; the size may be wrong. */
interface Said {
  readonly size?: number;
  /** 8 is deflate; with any other value the content is stored uncompressed. */
  readonly method?: number;
  /** When its files were modified, in local time as in zips. */
  readonly changedAt?: Date;
}

/** Packs a time like a zip: date and time of day in two bytes each. */
const zipTime = (at: Date): number =>
  (((at.getFullYear() - 1980) << 25) |
    ((at.getMonth() + 1) << 21) |
    (at.getDate() << 16) |
    (at.getHours() << 11) |
    (at.getMinutes() << 5) |
    (at.getSeconds() >> 1)) >>>
  0;

export function aZip(
  files: Readonly<Record<string, string | Buffer>>,
  { size, method = 8, changedAt }: Said = {},
): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    const title = Buffer.from(name);
    const facts = words(
      [2, 20],
      [2, 0x800],
      [2, method],
      [4, changedAt ? zipTime(changedAt) : 0],
      [4, crc32(plain)],
      [4, packed.length],
      [4, size ?? plain.length],
      [2, title.length],
      [2, 0],
    );
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, title, packed]);
    bodies.push(body);
    const rest = words([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(Buffer.from('PK\x01\x02'), words([2, 20]), facts, rest, title);
    offset += body.length;
  }
  const central = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = words(
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...bodies, central, Buffer.from('PK\x05\x06'), end]);
}
