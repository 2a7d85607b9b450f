/** Writes numbers, texts and parts of known length in the binary form of messages. */
export class BytesWriter {
  #bytes = Buffer.allocUnsafe(512);
  #at = 0;

  /** A whole number from 0 on: seven bits in each byte, the lowest first. */
  varint(number: number): void {
    this.#reserve(10);
    let rest = number;
    while (rest > 127) {
      this.#bytes[this.#at++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#at++] = rest;
  }

  /** A 64-bit integer; below zero it is written as its two's complement. */
  integer(integer: number | string): void {
    const number = Number(integer);
    if (number >= 0 && Number.isSafeInteger(number)) this.varint(number);
    else this.#longVarint(BigInt.asUintN(64, BigInt(integer)));
  }

  double(number: number): void {
    this.#reserve(8);
    this.#at = this.#bytes.writeDoubleLE(number, this.#at);
  }

  float(number: number): void {
    this.#reserve(4);
    this.#at = this.#bytes.writeFloatLE(number, this.#at);
  }

  string(text: string): void {
    const start = this.begin();
    // No unit of UTF-16 takes more than three bytes of UTF-8.
    this.#reserve(text.length * 3);
    this.#at += this.#bytes.write(text, this.#at);
    this.end(start);
  }

  bytes(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Begins a part that has its length before it. @returns what `end` is told */
  begin(): number {
    this.#reserve(1);
    return this.#at++;
  }

  /** Ends a part. One byte was left for its length, which is only known now. */
  end(start: number): void {
    const end = this.#at;
    const length = end - start - 1;
    if (length < 128) {
      this.#bytes[start] = length;
      return;
    }
    const more = bytesOf(length) - 1;
    this.#reserve(more);
    this.#bytes.copyWithin(start + 1 + more, start + 1, end);
    this.#at = start;
    this.varint(length);
    this.#at = end + more;
  }

  /** All that was written. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  #longVarint(number: bigint): void {
    this.#reserve(10);
    let rest = number;
    while (rest > 127n) {
      this.#bytes[this.#at++] = Number(rest % 128n) + 128;
      rest /= 128n;
    }
    this.#bytes[this.#at++] = Number(rest);
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#bytes.length) return;
    const longer = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + count));
    this.#bytes.copy(longer, 0, 0, this.#at);
    this.#bytes = longer;
  }
}

/** Of a number as `varint` writes it. */
function bytesOf(number: number): number {
  let count = 1;
  for (let rest = number; rest > 127; rest = Math.floor(rest / 128)) count++;
  return count;
}
