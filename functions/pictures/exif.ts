/** EXIF tags that point to another table: Exif, GPS and interoperability. */
const POINTERS = new Set([0x8769, 0x8825, 0xa005]);

/**
 * The limit of entries read. A camera's picture takes some hundred, one whose pointers lead into
 * text some thousand.
 */
const MAX_READS = 30_000;

/** A multi-picture file has a few structures. The library reads at most 16 bits' worth of bytes of each. */
const [MAX_STRUCTURES, MAX_BYTES] = [100, 0xffff];

const [TABLE_HEAD_BYTES, ENTRY_BYTES] = [2, 12];

/** The library stops at this sum of level costs; `levelCost` is the cost of a level with so many entries. */
const MAX_COST = 170;
const levelCost = (entries: number): number => Math.ceil(Math.log(entries + 0.1) / Math.log(1.1));

/**
 * Tells whether the library finishes reading a TIFF structure soon. It follows every entry that
 * points to a table, also one that points back or into text. A few kilobytes of such entries take
 * it half a minute, and some programs leave a few of them in good pictures. So this follows
 * pointers as the library does at worst and counts entries. The next-table pointer is followed from
 * the first table only.
 */
function isQuickToRead(tiff: Buffer): boolean {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const isInside = (at: number, count: number) => at + count <= tiff.length;
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  let budget = MAX_READS;
  const read = (table: number, cost: number): void => {
    if (cost > MAX_COST || !isInside(table, TABLE_HEAD_BYTES)) return;
    const start = table + TABLE_HEAD_BYTES;
    const entries = Math.min(word(table), Math.floor((tiff.length - start) / ENTRY_BYTES));
    budget -= 1 + entries;
    for (let at = start; at < start + entries * ENTRY_BYTES && budget >= 0; at += ENTRY_BYTES) {
      if (POINTERS.has(word(at))) read(long(at + 8), cost + levelCost(entries));
    }
  };
  if (!isInside(4, 4)) return true;
  const first = long(4);
  read(first, 0);
  const next = isInside(first, TABLE_HEAD_BYTES)
    ? first + TABLE_HEAD_BYTES + word(first) * ENTRY_BYTES
    : tiff.length;
  if (isInside(next, 4) && long(next) !== 0) read(long(next), 0);
  return budget >= 0;
}

const SIGNATURES = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];

/**
 * Tells whether the EXIF data in a picture of any format is quick to read. Structures are found by
 * their first bytes, wherever they are.
 *
 * @param bytes all of the file
 */
export function hasPlainExif(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let budget = MAX_STRUCTURES;
  return SIGNATURES.every((signature) => {
    for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 1)) {
      budget -= 1;
      if (budget < 0 || !isQuickToRead(file.subarray(at, at + MAX_BYTES))) return false;
    }
    return true;
  });
}
