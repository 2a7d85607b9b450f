import { badRequest } from '../refusal.ts';

export interface Multipart {
  readonly metadata: string;
  readonly contentType: string | undefined;
  readonly bytes: AsyncIterable<Buffer>;
}

const MAX_METADATA_BYTES = 64 * 1024;

/** Parses the body as a stream; never buffers more than a chunk of the bytes. */
export async function openMultipart(
  contentType: string | undefined,
  body: AsyncIterable<Uint8Array>,
): Promise<Multipart> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '');
  if (!boundary) throw badRequest('A multipart upload needs a boundary in its Content-Type');
  const delimiter = `\r\n--${boundary[1] ?? boundary[2]}`;
  const reader = new Reader(body);
  // The first delimiter has no line break before it.
  await reader.until(Buffer.from(delimiter.slice(2)));
  await reader.until(Buffer.from('\r\n\r\n'));
  const metadata = await reader.until(Buffer.from(delimiter));
  const headers = await reader.until(Buffer.from('\r\n\r\n'));
  return {
    metadata: metadata.toString('utf8'),
    contentType: /^content-type:\s*(.+?)\s*$/im.exec(headers.toString('latin1'))?.[1],
    bytes: reader.rest(Buffer.from(delimiter)),
  };
}

class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held = Buffer.alloc(0);

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#source = body[Symbol.asyncIterator]();
  }

  /** Returns everything before `mark`, and skips the mark. */
  async until(mark: Buffer): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0) {
        const before = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + mark.length);
        return before;
      }
      if (this.#held.length > MAX_METADATA_BYTES || !(await this.#more())) throw malformed();
    }
  }

  /** Yields the bytes before `mark` as they arrive; holds back a possible beginning of the mark. */
  async *rest(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      const safe = at >= 0 ? at : Math.max(0, this.#held.length - mark.length + 1);
      const piece = this.#held.subarray(0, safe);
      this.#held = this.#held.subarray(safe);
      if (piece.length > 0) yield piece;
      if (at >= 0) return this.#drain();
      if (!(await this.#more())) throw malformed();
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#held = this.#held.length === 0 ? Buffer.from(value) : Buffer.concat([this.#held, value]);
    return true;
  }

  async #drain(): Promise<void> {
    while (!(await this.#source.next()).done);
  }
}

const malformed = () => badRequest('The multipart body is malformed or was cut off');
