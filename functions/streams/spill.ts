import { appendFileSync, createReadStream, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const BYTES_PER_PART = 4 * 2 ** 20;
const MAX_PARTS = 512;
const BUFFER_CHARACTERS = 65_536;

/**
 * Items spilled to disk in parts. Items with the same key are in the same part, and each part fits into memory
 * however long the file is.
 */
export class Spill<Item> {
  readonly #buffers: string[];
  readonly #folder: string;

  /** @param bytes the size of the file; 0 for one part that keeps the order of the items */
  constructor(folder: string, bytes: number) {
    this.#folder = mkdtempSync(join(folder, 'spill-'));
    const parts = Math.min(MAX_PARTS, Math.ceil(bytes / BYTES_PER_PART) || 1);
    this.#buffers = Array.from({ length: parts }, () => '');
  }

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

  /** Reads the parts one after another, each in the order in which its items were added. */
  async *parts(): AsyncGenerator<AsyncIterable<Item>> {
    for (const part of this.#buffers.keys()) {
      yield itemsOf<Item>(this.#flush(part));
    }
  }
}

/** Reads items as JSON lines, split at LF only: JSON text may contain other line separators, such as U+2028. */
async function* itemsOf<Item>(path: string): AsyncGenerator<Item> {
  let rest = '';
  for await (const piece of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Item;
  }
}
