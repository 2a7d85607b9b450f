/** The polynomial of CRC-32, the bit of x^0 first. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** The product of two polynomials of bits, modulo that of CRC-32. */
function times(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** x to the power of 8 for each byte. */
function shiftOf(bytes: number): number {
  let shift = ONE;
  let square = ONE >>> 8;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = times(shift, square);
    square = times(square, square);
  }
  return shift;
}

/**
 * The CRC-32 of bytes that follow others, by the checksums of both: as if all had been read.
 *
 * @param length of the bytes that follow
 */
export const joinedCrc32 = (before: number, { crc, length }: { crc: number; length: number }) =>
  (times(shiftOf(length), before) ^ crc) >>> 0;
