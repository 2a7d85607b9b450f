import type { FrameHeader, StreamInfo } from './flac-frame.ts';

/** Reads bits, the highest of each byte first; after the last byte it reads zeros. */
class Bits {
  readonly #bytes: Uint8Array;
  /** The position in bits. */
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  #peek(): number {
    const bytes = this.#bytes;
    const index = this.at >>> 3;
    const shift = this.at & 7;
    const high =
      (bytes[index]! << 24) |
      (bytes[index + 1]! << 16) |
      (bytes[index + 2]! << 8) |
      bytes[index + 3]!;
    return ((high << shift) | (bytes[index + 4]! >> (8 - shift))) >>> 0;
  }

  /** @param count up to 32 */
  read(count: number): number {
    if (count === 0) return 0;
    const value = this.#peek() >>> (32 - count);
    this.at += count;
    return value;
  }

  /**
   * Reads a signed number.
   *
   * @param count up to 33: difference channels have an extra bit
   */
  signed(count: number): number {
    if (count === 0) return 0;
    if (count > 32) return this.signed(count - 32) * 2 ** 32 + this.read(32);
    const value = (this.#peek() | 0) >> (32 - count);
    this.at += count;
    return value;
  }

  /** Counts zeros up to the next one, and consumes that one too. */
  zeros(): number {
    let count = 0;
    let next = this.#peek();
    while (next === 0 && this.at >>> 3 < this.#bytes.length) {
      count += 32;
      this.at += 32;
      next = this.#peek();
    }
    const more = Math.clz32(next);
    this.at += more + 1;
    return count + more;
  }

  /**
   * Reads a Rice-coded number.
   *
   * @param parameter the bits of it that are not unary
   */
  rice(parameter: number): number {
    const folded = this.zeros() * 2 ** parameter + this.read(parameter);
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }
}

function readResidual(bits: Bits, samples: Float64Array, order: number): boolean {
  const method = bits.read(2);
  if (method > 1) return false;
  const parameterBits = method === 0 ? 4 : 5;
  const partitions = 1 << bits.read(4);
  const size = samples.length / partitions;
  if (!Number.isInteger(size) || size < order) return false;
  for (let at = order, end = size; end <= samples.length; end += size) {
    const parameter = bits.read(parameterBits);
    if (parameter === (1 << parameterBits) - 1) {
      const depth = bits.read(5);
      for (; at < end; at++) samples[at] = bits.signed(depth);
    } else {
      for (; at < end; at++) samples[at] = bits.rice(parameter);
    }
  }
  return true;
}

function predict(samples: Float64Array, factors: readonly number[], shift: number): void {
  const [order, step] = [factors.length, 2 ** shift];
  for (let at = order; at < samples.length; at++) {
    let sum = 0;
    for (let back = 0; back < order; back++) sum += factors[back]! * samples[at - 1 - back]!;
    samples[at]! += Math.floor(sum / step);
  }
}

const fixedFactors = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

function decodePredicted(bits: Bits, type: number, depth: number, samples: Float64Array): boolean {
  const fixed = fixedFactors[type - 8];
  const order = fixed?.length ?? type - 31;
  if (order < (fixed ? 0 : 1) || order > samples.length) return false;
  for (let at = 0; at < order; at++) samples[at] = bits.signed(depth);
  if (fixed) {
    if (!readResidual(bits, samples, order)) return false;
    predict(samples, fixed, 0);
    return true;
  }
  const precision = bits.read(4) + 1;
  const shift = bits.signed(5);
  if (precision === 16 || shift < 0) return false;
  const factors = Array.from({ length: order }, () => bits.signed(precision));
  if (!readResidual(bits, samples, order)) return false;
  predict(samples, factors, shift);
  return true;
}

function decodeChannel(bits: Bits, count: number, ownDepth: number): Float64Array | undefined {
  if (bits.read(1) === 1) return undefined;
  const type = bits.read(6);
  const wasted = bits.read(1) === 1 ? 1 + bits.zeros() : 0;
  const depth = ownDepth - wasted;
  if (depth < 1) return undefined;
  const samples = new Float64Array(count);
  if (type === 0) samples.fill(bits.signed(depth));
  else if (type === 1) for (let at = 0; at < count; at++) samples[at] = bits.signed(depth);
  else if (!decodePredicted(bits, type, depth, samples)) return undefined;
  return wasted === 0 ? samples : samples.map((sample) => sample * 2 ** wasted);
}

function separate(assignment: number, one: Float64Array, other: Float64Array): void {
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at]!, other[at]!];
    if (assignment === 8) other[at] = a - b;
    else if (assignment === 9) one[at] = a + b;
    else {
      const sum = 2 * a + Math.abs(b % 2);
      one[at] = (sum + b) / 2;
      other[at] = (sum - b) / 2;
    }
  }
}

export interface DecodedFrame {
  readonly channels: readonly Float64Array[];
  /** The length in bytes; more than the input has if the frame is cut off. */
  readonly length: number;
}

/**
 * Decodes a FLAC frame without checking its checksums.
 *
 * @returns undefined for an invalid frame
 */
export function decodeFrame(
  bytes: Uint8Array,
  { length, samples, assignment }: FrameHeader,
  info: StreamInfo,
): DecodedFrame | undefined {
  const bits = new Bits(bytes, length * 8);
  const wide = assignment < 8 ? undefined : assignment === 9 ? 0 : 1;
  const channels: Float64Array[] = [];
  for (let index = 0; index < info.channels; index++) {
    const channel = decodeChannel(bits, samples, info.bits + (index === wide ? 1 : 0));
    if (!channel) return undefined;
    channels.push(channel);
  }
  const [one, other] = channels;
  if (assignment >= 8 && one && other) separate(assignment, one, other);
  return { channels, length: Math.ceil(bits.at / 8) + 2 };
}
