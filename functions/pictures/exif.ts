/** Entries of a table of EXIF that lead to another table: EXIF's own, that of places, and that of compatibility. */
const POINTERS = new Set([0x8769, 0x8825, 0xa005]);

/** A camera's picture makes the library read some hundred entries, and one whose pointers lead into its text some thousand. */
const MAX_READS = 30_000;

/** A picture of several has a few structures. The library reads no more of one than 16 bits can count. */
const [MAX_STRUCTURES, MAX_BYTES] = [100, 0xffff];

const [TABLE_HEAD_BYTES, ENTRY_BYTES] = [2, 12];

/** At which sum of its levels' costs the library stops, and the cost of a level of so many entries. */
const MAX_COST = 170;
const levelCost = (entries: number): number => Math.ceil(Math.log(entries + 0.1) / Math.log(1.1));

/**
 * Whether the library soon comes to the end of a TIFF structure. It follows every entry that leads to a table, also
 * one that leads back or into a text: a few kilobytes of such entries keep it for half a minute, and good pictures
 * have some that programs have left behind. So this follows them as the library does at worst, and counts. Of the
 * first table alone it follows the place of a next one behind the entries.
 */
function isSoonRead(tiff: Buffer): boolean {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const isInside = (at: number, count: number) => at + count <= tiff.length;
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  let left = MAX_READS;
  const read = (table: number, cost: number): void => {
    if (cost > MAX_COST || !isInside(table, TABLE_HEAD_BYTES)) return;
    const start = table + TABLE_HEAD_BYTES;
    const entries = Math.min(word(table), Math.floor((tiff.length - start) / ENTRY_BYTES));
    left -= 1 + entries;
    for (let at = start; at < start + entries * ENTRY_BYTES && left >= 0; at += ENTRY_BYTES) {
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
  return left >= 0;
}

/** How a TIFF structure begins, in either order of bytes. */
const BEGINNINGS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];

/**
 * Whether EXIF in a picture of any kind can be read in one go. It is found by how it begins, wherever that is.
 *
 * @param bytes all of the file
 */
export function hasPlainExif(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let left = MAX_STRUCTURES;
  return BEGINNINGS.every((beginning) => {
    for (let at = file.indexOf(beginning); at >= 0; at = file.indexOf(beginning, at + 1)) {
      left -= 1;
      if (left < 0 || !isSoonRead(file.subarray(at, at + MAX_BYTES))) return false;
    }
    return true;
  });
}
