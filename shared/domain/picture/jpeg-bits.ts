export class ScanBits {
  readonly #bytes: Uint8Array;
  at: number;
  #buffer = 0;
  #count = 0;
  isOver = false;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  #fill(): void {
    while (this.#count <= 24) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) return;
      // A byte of 0xff is followed by 0, so that it is not a marker.
      if (byte === 0xff && this.#bytes[this.at + 1] !== 0) return;
      this.#buffer = (this.#buffer << 8) | byte;
      this.#count += 8;
      this.at += byte === 0xff ? 2 : 1;
    }
  }

  /** Returns the next 16 bits without consuming them; zeros after the last. */
  #peek(): number {
    if (this.#count < 16) this.#fill();
    return this.#count >= 16
      ? (this.#buffer >>> (this.#count - 16)) & 0xffff
      : (this.#buffer << (16 - this.#count)) & 0xffff;
  }

  /** @param count up to 16 */
  read(count: number): number {
    if (count === 0) return 0;
    const value = this.#peek() >>> (16 - count);
    this.#count -= count;
    if (this.#count < 0) {
      this.isOver = true;
      this.#count = 0;
    }
    return value;
  }

  symbol(codes: Uint16Array): number {
    const found = codes[this.#peek()] as number;
    // No code starts with these bits: the data are damaged.
    if (found === 0) this.isOver = true;
    this.read(found >> 8);
    return found & 0xff;
  }

  /**
   * Skips to the next marker.
   *
   * @returns the number of skipped bytes, except for a few
   */
  dropRest(): number {
    this.#count = 0;
    this.#buffer = 0;
    const [bytes, from] = [this.#bytes, this.at];
    while (this.at < bytes.length && !(bytes[this.at] === 0xff && bytes[this.at + 1] !== 0)) {
      this.at += 1;
    }
    return this.at - from;
  }

  restart(): void {
    this.dropRest();
    const bytes = this.#bytes;
    while (bytes[this.at + 1] === 0xff) this.at += 1;
    const marker = bytes[this.at + 1] ?? 0;
    if (marker >= 0xd0 && marker <= 0xd7) this.at += 2;
    else this.isOver = true;
  }
}

/**
 * Reads one Huffman table.
 *
 * @param at the offset of its 16 counts
 * @returns for each 16 bits the length of their first code times 256, plus its symbol; and the table's length
 * in bytes
 */
export function readCodes(bytes: Uint8Array, at: number): { codes: Uint16Array; length: number } {
  const codes = new Uint16Array(0x1_0000);
  let [code, symbol] = [0, at + 16];
  for (let length = 1; length <= 16; length++) {
    for (let count = bytes[at + length - 1] ?? 0; count > 0; count--) {
      const from = code << (16 - length);
      codes.fill((length << 8) | (bytes[symbol] ?? 0), from, from + 2 ** (16 - length));
      code += 1;
      symbol += 1;
    }
    code <<= 1;
  }
  return { codes, length: symbol - at };
}
