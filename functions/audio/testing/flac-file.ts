import { createHash } from 'node:crypto';
import { frameChecksum, headerChecksum } from '@datchain/shared/domain/recording/flac-frame.ts';
import type { Sound } from '../recording.ts';

export type Coding = 'plain' | 'predicted' | 'own factors' | 'escaped';

interface FlacForm {
  readonly bits?: number;
  readonly blockSize?: number;
  readonly isVariable?: boolean;
  readonly coding?: Coding;
  readonly order?: number;
  readonly stereo?: 'both' | 'left and side' | 'side and right' | 'mid and side';
  readonly wasted?: number;
  /** The length that the header claims, in seconds; 0 leaves it open. */
  readonly claimedSeconds?: number;
  readonly before?: readonly number[];
  readonly after?: Uint8Array;
  readonly firstNumber?: number;
}

class BitWriter {
  readonly #bytes: number[] = [];
  #open = 0;
  #count = 0;

  write(value: number, bits: number): void {
    if (this.#count === 0 && bits % 8 === 0 && bits <= 32) {
      for (let shift = bits - 8; shift >= 0; shift -= 8) this.#bytes.push((value >> shift) & 0xff);
      return;
    }
    for (let rest = bits; rest > 0; ) {
      const taken = Math.min(rest, 8 - this.#count);
      const part = Math.floor(value / 2 ** (rest - taken)) % 2 ** taken;
      this.#open = (this.#open << taken) | (part < 0 ? part + 2 ** taken : part);
      this.#count += taken;
      rest -= taken;
      if (this.#count === 8) {
        this.#bytes.push(this.#open);
        this.#open = 0;
        this.#count = 0;
      }
    }
  }

  zerosAndOne(zeros: number): void {
    for (let rest = zeros; rest > 0; rest -= 24) this.write(0, Math.min(24, rest));
    this.write(1, 1);
  }

  end(): Buffer {
    if (this.#count > 0) this.write(0, 8 - this.#count);
    return Buffer.from(this.#bytes);
  }
}

const fixedFactors = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

type ChannelForm = Required<Pick<FlacForm, 'coding' | 'order' | 'wasted'>>;

function writeChannel(out: BitWriter, samples: number[], bits: number, form: ChannelForm): void {
  const { coding, wasted } = form;
  const depth = bits - wasted;
  const values = samples.map((sample) => sample / 2 ** wasted);
  const order = Math.min(form.order, values.length);
  const type =
    coding === 'plain' ? 1 : coding === 'own factors' && order > 0 ? 31 + order : 8 + order;
  const isConstant = values.every((value) => value === values[0]);
  out.write(0, 1);
  out.write(isConstant ? 0 : type, 6);
  out.write(wasted > 0 ? 1 : 0, 1);
  if (wasted > 0) out.zerosAndOne(wasted - 1);
  if (isConstant || coding === 'plain') {
    for (const value of isConstant ? values.slice(0, 1) : values) out.write(value, depth);
    return;
  }
  for (const value of values.slice(0, order)) out.write(value, depth);
  const factors = fixedFactors[order] ?? [];
  const shift = coding === 'own factors' && order > 0 ? 2 : 0;
  if (shift > 0) {
    out.write(8, 4);
    out.write(shift, 5);
    for (const factor of factors) out.write(factor * 2 ** shift, 9);
  }
  const left = values.map(
    (value, at) =>
      value - factors.reduce((sum, factor, back) => sum + factor * (values[at - 1 - back] ?? 0), 0),
  );
  writeResidual(out, left, order, coding === 'escaped');
}

function writeResidual(out: BitWriter, left: number[], order: number, isEscaped: boolean): void {
  // Two partitions where the samples divide evenly, each with a parameter of its own.
  const partitionOrder = left.length % 2 === 0 && left.length / 2 >= order ? 1 : 0;
  const size = left.length / 2 ** partitionOrder;
  out.write(1, 2);
  out.write(partitionOrder, 4);
  for (let from = 0; from < left.length; from += size) {
    const part = left.slice(Math.max(from, order), from + size);
    const most = part.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
    const width = Math.ceil(Math.log2(most + 1)) + 1;
    if (isEscaped && width < 32) {
      out.write(31, 5);
      out.write(width, 5);
      for (const value of part) out.write(value, width);
      continue;
    }
    const parameter = Math.min(30, Math.max(0, width - 3));
    out.write(parameter, 5);
    for (const value of part) {
      const folded = value < 0 ? -2 * value - 1 : 2 * value;
      out.zerosAndOne(Math.floor(folded / 2 ** parameter));
      out.write(folded, parameter);
    }
  }
}

/** Encodes a block number like a code point of UTF-8. */
function counted(number: number): number[] {
  if (number < 0x80) return [number];
  let length = 2;
  while (number >= 2 ** (5 * length + 1)) length += 1;
  const bytes = Array.from({ length }, (_, index) => {
    const part = Math.floor(number / 2 ** (6 * (length - 1 - index)));
    return index === 0 ? part : 0x80 | (part % 64);
  });
  bytes[0] = (bytes[0] as number) | ((0xff << (8 - length)) & 0xff);
  return bytes;
}

const depthCodes: Readonly<Record<number, number>> = { 8: 1, 12: 2, 16: 4, 20: 5, 24: 6, 32: 7 };
const assignments = { 'left and side': 8, 'side and right': 9, 'mid and side': 10 };

function combine(stereo: NonNullable<FlacForm['stereo']>, planes: number[][]): number[][] {
  const [left = [], right] = planes;
  if (!right || stereo === 'both') return planes;
  const side = left.map((sample, at) => sample - (right[at] as number));
  if (stereo === 'left and side') return [left, side];
  if (stereo === 'side and right') return [side, right];
  return [left.map((sample, at) => Math.floor((sample + (right[at] as number)) / 2)), side];
}

export function flacFile({ sampleRate, channels }: Sound, form: FlacForm = {}): Buffer {
  const { bits = 16, blockSize = 4_096, isVariable = false, stereo = 'both', wasted = 0 } = form;
  const { coding = 'plain', order = 0, firstNumber = 0, before = [] } = form;
  const frames = channels[0]?.length ?? 0;
  const most = 2 ** (bits - 1) - 1;
  const step = 2 ** wasted;
  const planes = channels.map((samples) =>
    Array.from(samples, (sample) => Math.round((sample * most) / step) * step),
  );
  const total = Math.round((form.claimedSeconds ?? frames / sampleRate) * sampleRate);
  const info = Buffer.alloc(34);
  info.writeUInt16BE(Math.min(blockSize, 65_535), 0);
  info.writeUInt16BE(Math.min(blockSize, 65_535), 2);
  const facts =
    (BigInt(sampleRate) << 44n) |
    (BigInt(channels.length - 1) << 41n) |
    (BigInt(bits - 1) << 36n) |
    BigInt(total);
  info.writeBigUInt64BE(facts, 10);
  createHash('md5').update('not looked at').digest().copy(info, 18);
  const blocks = [info, ...before.map((size) => Buffer.alloc(size, 'n'))];
  const parts = [Buffer.from('fLaC')];
  for (const [index, block] of blocks.entries()) {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(block.length);
    head[0] = (index === 0 ? 0 : 2) | (index === blocks.length - 1 ? 0x80 : 0);
    parts.push(head, block);
  }
  const isDifferent = channels.length === 2 && stereo !== 'both';
  const assignment = isDifferent ? assignments[stereo] : channels.length - 1;
  const wide = assignment === 9 ? 0 : 1;
  for (let from = 0, number = firstNumber; from < frames; number++) {
    const wanted = isVariable && number % 2 === 1 ? Math.ceil(blockSize / 3) : blockSize;
    const size = Math.min(wanted, frames - from);
    const start = Buffer.from([
      0xff,
      isVariable ? 0xf9 : 0xf8,
      0x70,
      (assignment << 4) | ((depthCodes[bits] ?? 0) << 1),
      ...counted(isVariable ? from + firstNumber : number),
      (size - 1) >> 8,
      (size - 1) & 0xff,
    ]);
    const out = new BitWriter();
    const cut = planes.map((samples) => samples.slice(from, from + size));
    for (const [index, samples] of combine(stereo, cut).entries()) {
      const own = isDifferent && index === wide ? bits + 1 : bits;
      writeChannel(out, samples, own, { coding, order, wasted });
    }
    const frame = Buffer.concat([start, Buffer.from([headerChecksum(start)]), out.end()]);
    const end = Buffer.alloc(2);
    end.writeUInt16BE(frameChecksum(frame));
    parts.push(frame, end);
    from += size;
  }
  return Buffer.concat([...parts, form.after ?? Buffer.alloc(0)]);
}

export function longFlac(): Buffer {
  const silence = { sampleRate: 8_000, channels: [new Float32Array(1)] };
  const header = flacFile(silence, { bits: 8, claimedSeconds: 3_660 }).subarray(0, 42);
  const blocks = Array.from({ length: 447 }, (_, number) => {
    const counted = number < 0x80 ? [number] : [0xc0 | (number >> 6), 0x80 | (number & 0x3f)];
    const start = [0xff, 0xf8, 0x70, 0x02, ...counted, 0xff, 0xfe];
    const block = [...start, headerChecksum(Uint8Array.from(start)), 0, 0];
    const sum = frameChecksum(Uint8Array.from(block));
    return Buffer.from([...block, sum >> 8, sum & 0xff]);
  });
  return Buffer.concat([header, ...blocks]);
}
