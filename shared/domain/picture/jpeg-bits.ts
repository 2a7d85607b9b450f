/** Bits of a scan of a JPEG, up to the marker that ends it. */
export class ScanBits {
  readonly #bytes: Uint8Array;
  at: number;
  #buffer = 0;
  #count = 0;
  /** Whether more bits were asked for than there are. */
  isOver = false;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  #fill(): void {
    while (this.#count <= 24) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) return;
      // A byte of all ones is followed by a zero, so that it is no marker.
      if (byte === 0xff && this.#bytes[this.at + 1] !== 0) return;
      this.#buffer = (this.#buffer << 8) | byte;
      this.#count += 8;
      this.at += byte === 0xff ? 2 : 1;
    }
  }

  /** The next 16 bits, which stay; zeros behind the last. */
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

  /** The symbol of the next code. @param codes as `readCodes` makes them */
  symbol(codes: Uint16Array): number {
    const found = codes[this.#peek()] as number;
    // No code begins so: the data are damaged.
    if (found === 0) this.isOver = true;
    this.read(found >> 8);
    return found & 0xff;
  }

  /** Drops what is left up to the next marker. @returns how many bytes that is, but for a few */
  dropRest(): number {
    this.#count = 0;
    this.#buffer = 0;
    const [bytes, from] = [this.#bytes, this.at];
    while (this.at < bytes.length && !(bytes[this.at] === 0xff && bytes[this.at + 1] !== 0)) {
      this.at += 1;
    }
    return this.at - from;
  }

  /** Drops what is left up to the next marker, and passes it when it is one of restarting. */
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
 * Reads one table of codes.
 *
 * @param at where its 16 counts are
 * @returns for each 16 bits the length of the code they begin with times 256, and its symbol; and how
 *   long the table is, in bytes
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
