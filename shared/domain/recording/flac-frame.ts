/** The format of a FLAC stream (RFC 9639). */

export interface StreamInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bits: number;
}

export interface FrameHeader {
  /** The length in bytes, with the checksum. */
  readonly length: number;
  /** The frame's number, or that of its first sample if frames differ in length. */
  readonly number: number;
  readonly isVariable: boolean;
  /** Samples of each channel. */
  readonly samples: number;
  /** The combination of channels: 8 to 10 are stereo with a difference channel. */
  readonly assignment: number;
}

export const HEADER_BYTES = 16;

/** Returns an upper bound of a frame's length in bytes: twice its uncompressed size. */
export const mostFrameBytes = (samples: number, { channels, bits }: StreamInfo): number =>
  1_000 + 2 * channels * Math.ceil((samples * (bits + 1)) / 8);

const remainders = (polynomial: number, bits: 8 | 16): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let rest = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) {
      rest = rest & (1 << (bits - 1)) ? (rest << 1) ^ polynomial : rest << 1;
    }
    return rest & ((1 << bits) - 1);
  });

const headerRemainders = remainders(0x07, 8);

/** The CRC-16 table of frames. The CRC of a frame with its checksum is 0. */
export const frameRemainders: Uint16Array = remainders(0x8005, 16);

export const headerChecksum = (bytes: Uint8Array): number =>
  bytes.reduce((rest, byte) => headerRemainders[rest ^ byte] as number, 0);

export const frameChecksum = (bytes: Uint8Array): number =>
  bytes.reduce(
    (rest, byte) => ((rest << 8) ^ (frameRemainders[(rest >> 8) ^ byte] as number)) & 0xffff,
    0,
  );

const depths = [undefined, 8, 12, undefined, 16, 20, 24, 32];
const sampleRates = [
  undefined,
  88_200,
  176_400,
  192_000,
  8_000,
  16_000,
  22_050,
  24_000,
  32_000,
  44_100,
  48_000,
  96_000,
];

/** Reads a number of up to 36 bits, coded like UTF-8, and its length in bytes. */
function codedNumber(bytes: Uint8Array, at: number): { value: number; length: number } | undefined {
  const first = bytes[at] ?? 0xff;
  if (first < 0x80) return { value: first, length: 1 };
  const length = Math.clz32(~(first << 24));
  if (length < 2 || length > 7) return undefined;
  let value = first & (0x7f >> length);
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0;
    if (byte >> 6 !== 0b10) return undefined;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, length };
}

/**
 * Reads a frame header from `HEADER_BYTES`, or fewer at the end of the file; undefined if it is not a frame
 * of this stream.
 */
export function readFrameHeader(bytes: Uint8Array, info: StreamInfo): FrameHeader | undefined {
  const [sync = 0, second = 0, sizes = 0, form = 0] = bytes;
  if (sync !== 0xff || second >> 1 !== 0x7c || form & 1) return undefined;
  const number = codedNumber(bytes, 4);
  if (!number) return undefined;
  let at = 4 + number.length;
  const next = (count: number) => {
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 256 + (bytes[at++] ?? 0);
    return value;
  };
  const [sizeCode, rateCode] = [sizes >> 4, sizes & 15];
  if (sizeCode === 0 || rateCode === 15) return undefined;
  const samples = readBlockSize(sizeCode, next);
  const rate = readSampleRate(rateCode, next, info.sampleRate);
  const [assignment, depth] = [form >> 4, depths[(form >> 1) & 7]];
  const channels = assignment < 8 ? assignment + 1 : assignment < 11 ? 2 : 0;
  if (rate !== info.sampleRate || channels !== info.channels) return undefined;
  if (depth === undefined ? (form & 0xe) !== 0 : depth !== info.bits) return undefined;
  if (at >= bytes.length || headerChecksum(bytes.subarray(0, at)) !== bytes[at]) return undefined;
  const isVariable = (second & 1) === 1;
  return { length: at + 1, number: number.value, isVariable, samples, assignment };
}

function readBlockSize(code: number, next: (count: number) => number): number {
  if (code === 1) return 192;
  if (code < 6) return 576 << (code - 2);
  if (code < 8) return next(code - 5) + 1;
  return 256 << (code - 8);
}

function readSampleRate(
  code: number,
  next: (count: number) => number,
  usual: number,
): number | undefined {
  if (code === 0) return usual;
  if (code === 12) return next(1) * 1_000;
  if (code === 13) return next(2);
  if (code === 14) return next(2) * 10;
  return sampleRates[code];
}
