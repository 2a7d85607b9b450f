/** Entries of a table of EXIF that lead to another table: EXIF's own, that of places, and that of compatibility. */
const POINTERS = new Set([0x8769, 0x8825, 0xa005]);

/** Cameras write up to five tables with some hundred entries, and a picture of several has a few such structures. */
const [MAX_TABLES, MAX_ENTRIES, MAX_STRUCTURES] = [16, 2_000, 100];

const [TABLE_HEAD_BYTES, ENTRY_BYTES] = [2, 12];

/**
 * Whether each table of a TIFF structure is named once. The library follows every entry that leads to a table, also
 * one that leads back: a few kilobytes of such entries keep it for half a minute. Of the first table alone it follows
 * the place of a next one behind the entries: some programs write nothing there in the others.
 */
function hasTablesOnce(tiff: Buffer): boolean {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const isInside = (at: number, count: number) => at + count <= tiff.length;
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  if (!isInside(4, 4)) return true;
  const first = long(4);
  const tables = new Set([first]);
  for (const table of tables) {
    if (!isInside(table, TABLE_HEAD_BYTES)) continue;
    if (word(table) > MAX_ENTRIES) return false;
    const end = table + TABLE_HEAD_BYTES + word(table) * ENTRY_BYTES;
    for (
      let at = table + TABLE_HEAD_BYTES;
      at < end && isInside(at, ENTRY_BYTES);
      at += ENTRY_BYTES
    ) {
      if (!POINTERS.has(word(at))) continue;
      const target = long(at + 8);
      if (tables.has(target) || tables.size === MAX_TABLES) return false;
      tables.add(target);
    }
    const next = table === first && isInside(end, 4) ? long(end) : 0;
    if (next !== 0 && (tables.has(next) || tables.size === MAX_TABLES)) return false;
    if (next !== 0) tables.add(next);
  }
  return true;
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
      if (left < 0 || !hasTablesOnce(file.subarray(at))) return false;
    }
    return true;
  });
}
