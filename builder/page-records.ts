import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { PageRecords, type RecordsContent } from './packed-records.ts';

/** What is known of the pages of a site, or of a share of them. */
export interface SitePages {
  readonly records: PageRecords;
  /** What files show, by file, where that has a name: see keyedPath of the ledger. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Of no page is anything known. */
export const unknownPages = (): SitePages => ({ records: PageRecords.none(), keys: new Map() });

interface PagesFile {
  /** What the records are of. */
  readonly of: string;
  readonly keys: ReadonlyMap<string, string>;
  readonly records: RecordsContent;
}

/** Numbers cannot be told from damaged ones: the file begins with a checksum of all that follows. */
const CHECKSUM_BYTES = 4;

/** Writes down what is known, at one instant; `of` names what it is of. */
export function writePages(file: string, of: string, { records, keys }: SitePages): void {
  const content: PagesFile = { of, keys, records: records.content() };
  const bytes = serialize(content);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(bytes));
  writeFileSync(`${file}.next`, Buffer.concat([checksum, bytes]));
  renameSync(`${file}.next`, file);
}

/**
 * What was written down of this. Of anything else, or of a file that is not there or damaged, nothing
 * is known: then pages are drawn and read once more.
 */
export function readPages(file: string, of: string): SitePages {
  try {
    const content = readFileSync(file);
    const bytes = content.subarray(CHECKSUM_BYTES);
    if (content.readUInt32LE() !== crc32(bytes)) return unknownPages();
    const known: PagesFile = deserialize(bytes);
    if (known.of !== of) return unknownPages();
    return { records: PageRecords.of(known.records), keys: known.keys };
  } catch {
    return unknownPages();
  }
}
