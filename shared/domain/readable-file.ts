export interface ReadableFile {
  readonly size: number;
  bytes(from: number, count: number): Promise<Uint8Array>;
}

export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

export const BLOCK_BYTES = 1024 * 1024;
const BLOCKS_KEPT = 4;

/**
 * Reads a file in cached blocks of 1 MiB, because frame readers would call Storage thousands of times.
 *
 * @throws Error on reading if the file became shorter
 */
export function inBlocks(file: ReadableFile): ReadBytes {
  const kept = new Map<number, Promise<Uint8Array>>();
  const block = (number: number): Promise<Uint8Array> => {
    const from = number * BLOCK_BYTES;
    const found = kept.get(number) ?? file.bytes(from, Math.min(BLOCK_BYTES, file.size - from));
    kept.delete(number);
    kept.set(number, found);
    for (const oldest of kept.keys()) {
      if (kept.size <= BLOCKS_KEPT) break;
      kept.delete(oldest);
    }
    return found;
  };
  return async (from, to) => {
    const end = Math.min(to, file.size);
    const bytes = new Uint8Array(Math.max(0, end - from));
    for (let at = from; at < end; ) {
      const number = Math.floor(at / BLOCK_BYTES);
      const start = number * BLOCK_BYTES;
      const own = (await block(number)).subarray(at - start, end - start);
      if (own.length === 0) throw new Error('The file is shorter than it was.');
      bytes.set(own, at - from);
      at += own.length;
    }
    return bytes;
  };
}
