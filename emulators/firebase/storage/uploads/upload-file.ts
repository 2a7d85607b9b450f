import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Crc32c } from '../../crc32c.ts';

/** What is known of bytes once all have arrived. */
export interface Received {
  readonly path: string;
  readonly size: number;
  readonly md5Hash: string;
  readonly crc32c: string;
}

/** Bytes on their way into a file: each piece is written and counted, none is kept in memory. */
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

  /** Appends piece by piece; what arrived before the source failed stays. */
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

  /** To be called when everything has arrived. */
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

  /** Open only while it is written: an upload that no one goes on with holds nothing. */
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
