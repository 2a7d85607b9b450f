import { InvalidData } from '../refusal.ts';

/** The largest message from a client, in characters; production limits a write to 16 MB. */
export const MAX_MESSAGE_LENGTH = 16 * 1024 * 1024;

/** Reassembles long messages: first a frame with the number of parts, then the parts. */
export class FrameReader {
  #missing = 0;
  #parts: string[] = [];
  #length = 0;

  take(frame: string): string | null {
    if (this.#missing === 0) {
      if (frame === '0') return null;
      if (!/^[1-9]\d{0,5}$/.test(frame)) return frame;
      this.#missing = Number(frame);
      return null;
    }
    this.#parts.push(frame);
    this.#length += frame.length;
    if (this.#length > MAX_MESSAGE_LENGTH)
      throw new InvalidData('The message is longer than 16 MB');
    this.#missing -= 1;
    if (this.#missing > 0) return null;
    const message = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return message;
  }
}
