import { codes, Refusal } from '../../contract.ts';

/** The longest accepted message, in bytes: above the 10 MiB limit of Firestore's requests. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

const HEAD_BYTES = 5;

/** Frames a message for the wire: uncompressed flag, length, bytes. */
export function frame(message: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + message.length);
  bytes[0] = 0;
  bytes.writeUInt32BE(message.length, 1);
  bytes.set(message, HEAD_BYTES);
  return bytes;
}

export class FrameReader {
  #pieces: Buffer[] = [];
  #length = 0;

  /**
   * @returns the messages completed by this chunk. @throws Refusal for compressed or too long ones
   */
  read(piece: Buffer): Buffer[] {
    this.#pieces.push(piece);
    this.#length += piece.length;
    const messages: Buffer[] = [];
    for (let next = this.#next(); next !== undefined; next = this.#next()) messages.push(next);
    return messages;
  }

  get isPartial(): boolean {
    return this.#length > 0;
  }

  #next(): Buffer | undefined {
    if (this.#length < HEAD_BYTES) return undefined;
    if (this.#pieces[0]!.length < HEAD_BYTES) this.#join();
    const head = this.#pieces[0]!;
    if (head[0] !== 0) {
      throw new Refusal(codes.UNIMPLEMENTED, 'Compression is not covered by the local Firestore');
    }
    const length = head.readUInt32BE(1);
    if (length > MAX_MESSAGE_BYTES) {
      const message = `A message of ${length} bytes is longer than ${MAX_MESSAGE_BYTES}`;
      throw new Refusal(codes.RESOURCE_EXHAUSTED, message);
    }
    const end = HEAD_BYTES + length;
    if (this.#length < end) return undefined;
    // Joined once per message: joining at every chunk would copy long messages many times.
    this.#join();
    const bytes = this.#pieces[0]!;
    this.#pieces = bytes.length > end ? [bytes.subarray(end)] : [];
    this.#length -= end;
    return bytes.subarray(HEAD_BYTES, end);
  }

  #join(): void {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
  }
}
