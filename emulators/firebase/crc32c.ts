const POLYNOMIAL = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The checksum Cloud Storage keeps of every object: CRC-32 with Castagnoli's polynomial. */
export class Crc32c {
  #state = 0xffffffff;

  update(bytes: Uint8Array): void {
    let state = this.#state;
    for (const byte of bytes) state = (state >>> 8) ^ table[(state ^ byte) & 0xff]!;
    this.#state = state;
  }

  /** Base64 of the four bytes, highest first, as Cloud Storage writes it. */
  digest(): string {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE((this.#state ^ 0xffffffff) >>> 0);
    return bytes.toString('base64');
  }
}
