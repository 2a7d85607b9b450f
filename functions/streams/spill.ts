import { appendFileSync, createReadStream, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const BYTES_PER_PART = 4 * 2 ** 20;
const MOST_PARTS = 512;
const BUFFER_CHARACTERS = 65_536;

/**
 * Items put aside on disk in parts: all with one key are in one part, and one part fits into memory
 * however long the file is.
 */
export class Spill<Item> {
  readonly #buffers: string[];
  readonly #folder: string;

  /** @param bytes the size of the file; 0 for items that are read in the order in which they come */
  constructor(folder: string, bytes: number) {
    this.#folder = mkdtempSync(join(folder, 'spill-'));
    const parts = Math.min(MOST_PARTS, Math.ceil(bytes / BYTES_PER_PART) || 1);
    this.#buffers = Array.from({ length: parts }, () => '');
  }

  /** Writes what waits to be written of a part. @returns its path */
  #flush(part: number): string {
    const path = join(this.#folder, `part-${part}`);
    appendFileSync(path, this.#buffers[part] ?? '');
    this.#buffers[part] = '';
    return path;
  }

  add(key: string, item: Item): void {
    const part = crc32(key) % this.#buffers.length;
    const buffer = `${this.#buffers[part]}${JSON.stringify(item)}\n`;
    this.#buffers[part] = buffer;
    if (buffer.length > BUFFER_CHARACTERS) this.#flush(part);
  }

  /** The parts, one after another, each in the order in which its items were added. */
  async *parts(): AsyncGenerator<AsyncIterable<Item>> {
    for (const part of this.#buffers.keys()) {
      yield itemsOf<Item>(this.#flush(part));
    }
  }
}

/** JSON has no LF of its own. Other signs that end lines elsewhere, such as U+2028, may stand in its texts. */
async function* itemsOf<Item>(path: string): AsyncGenerator<Item> {
  let rest = '';
  for await (const piece of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Item;
  }
}
