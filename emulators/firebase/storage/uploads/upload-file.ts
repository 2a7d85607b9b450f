import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Crc32c } from '../../crc32c.ts';

export interface Received {
  readonly path: string;
  readonly size: number;
  readonly md5Hash: string;
  readonly crc32c: string;
}

/** A file that receives an upload: each chunk is written and hashed, none is kept in memory. */
export class UploadFile {
  readonly path: string;
  readonly #md5 = createHash('md5');
  readonly #crc32c = new Crc32c();
  #size = 0;
  #received: Received | undefined;

  constructor(path: string) {
    this.path = path;
  }

  get size(): number {
    return this.#size;
  }

  /** Appends a stream; bytes that arrived before it failed stay. */
  append(source: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#withFile(async (file) => {
      for await (const piece of source) {
        await writeAll(file, piece, this.#size);
        this.#md5.update(piece);
        this.#crc32c.update(piece);
        this.#size += piece.length;
      }
    });
  }

  /** Flushes the file and returns its hashes; call it once everything has arrived. */
  async finish(): Promise<Received> {
    if (this.#received) return this.#received;
    await this.#withFile((file) => file.sync());
    this.#received = {
      path: this.path,
      size: this.#size,
      md5Hash: this.#md5.digest('base64'),
      crc32c: this.#crc32c.digest(),
    };
    return this.#received;
  }

  discard(): Promise<void> {
    return rm(this.path, { force: true });
  }

  /** Opens the file only while writing, so that an abandoned upload holds no file handle. */
  async #withFile(work: (file: FileHandle) => Promise<void>): Promise<void> {
    const file = await open(this.path, this.#size === 0 ? 'w' : 'r+');
    try {
      await work(file);
    } finally {
      await file.close();
    }
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
