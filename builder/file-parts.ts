import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

export interface FileRange {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** A part of a file that is put together: bytes, or those of another file. */
export type FilePart = Uint8Array | FileRange;

export const lengthOf = (part: FilePart): number =>
  part instanceof Uint8Array ? part.length : part.to - part.from;

/** So many bytes are read or written at once, however long a file is: they stay in the cache of a processor. */
const ROOM = 1 << 18;

/** Writes a file that is put together of parts. @throws when a file that a part is in ends before it */
export function writeParts(path: string, parts: Iterable<FilePart>): void {
  const room = Buffer.allocUnsafe(ROOM);
  let used = 0;
  const sources = new Map<string, number>();
  const opened = openSync(path, 'w');
  const flush = () => {
    writeFileSync(opened, room.subarray(0, used));
    used = 0;
  };
  const add = (bytes: Uint8Array) => {
    if (bytes.length > ROOM - used) flush();
    if (bytes.length > ROOM) return writeFileSync(opened, bytes);
    room.set(bytes, used);
    used += bytes.length;
  };
  const copy = (range: FileRange) => {
    const source = sources.get(range.path) ?? openSync(range.path, 'r');
    sources.set(range.path, source);
    for (let at = range.from; at < range.to; ) {
      if (used === ROOM) flush();
      const read = readSync(source, room, used, Math.min(ROOM - used, range.to - at), at);
      if (read === 0) throw new Error(`${range.path} ends at ${at}, before ${range.to}.`);
      at += read;
      used += read;
    }
  };
  try {
    for (const part of parts) {
      if (part instanceof Uint8Array) add(part);
      else copy(part);
    }
    flush();
  } finally {
    for (const each of [opened, ...sources.values()]) closeSync(each);
  }
}
