import { BLOCK_BYTES, type ReadBytes } from '../readable-file.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { decodeFrame } from './flac-decode.ts';
import {
  type FrameHeader,
  frameChecksum,
  frameRemainders,
  HEADER_BYTES,
  mostFrameBytes,
  readFrameHeader,
  type StreamInfo,
} from './flac-frame.ts';
import {
  checkForm,
  checkLength,
  cutOff,
  cutOffAt,
  damaged,
  MISSING_SECONDS,
  wrongDepth,
} from './sentences.ts';

export interface FlacFrame {
  /** The position in the file, in bytes. */
  readonly from: number;
  readonly to: number;
  /** The index of its first sample, and its samples of each channel. */
  readonly first: number;
  readonly samples: number;
}

export interface Flac extends StreamInfo {
  readonly format: 'FLAC';
  /** Samples of each channel. */
  readonly frames: number;
  /** The position of the frames in the file, in bytes. */
  readonly from: number;
  readonly to: number;
  /** A header for these frames alone, with the length that was found and without tags. */
  readonly header: Uint8Array;
  /** Some frames in order, at most twenty a second, including the first: an index for seeking. */
  readonly marks: readonly FlacFrame[];
}

const MARK_SECONDS = 0.05;
const INFO_BYTES = 34;
const MAX_BLOCKS = 1_000;

interface Opened extends StreamInfo {
  /** Samples of each channel by the header; undefined if it does not say. */
  readonly says: number | undefined;
  readonly block: Uint8Array;
  /** The start of the frames, in bytes. */
  readonly from: number;
}

async function readBlocks(read: ReadBytes, start: number): Promise<Opened | Refusal> {
  const block = await read(start + 8, start + 8 + INFO_BYTES);
  const [kind = 0, ...size] = await read(start + 4, start + 8);
  if ((kind & 0x7f) !== 0 || sizeOf(size) !== INFO_BYTES || block.length < INFO_BYTES) {
    return damaged();
  }
  const view = new DataView(block.buffer, block.byteOffset, INFO_BYTES);
  const facts = view.getBigUint64(10);
  const sampleRate = Number(facts >> 44n);
  const channels = Number((facts >> 41n) & 7n) + 1;
  const bits = Number((facts >> 36n) & 31n) + 1;
  const says = Number(facts & 0xf_ffff_ffffn) || undefined;
  let from = start + 8 + INFO_BYTES;
  let isLast = kind >= 0x80;
  for (let count = 0; !isLast && count < MAX_BLOCKS; count++) {
    const [next, ...bytes] = await read(from, from + 4);
    if (next === undefined || bytes.length < 3) return damaged();
    isLast = next >= 0x80;
    from += 4 + sizeOf(bytes);
  }
  return { sampleRate, channels, bits, says, block, from };
}

const sizeOf = ([high = 0, middle = 0, low = 0]: readonly number[]): number =>
  (high << 16) | (middle << 8) | low;

function makeHeader(block: Uint8Array, frames: number): Uint8Array {
  const header = new Uint8Array(8 + INFO_BYTES);
  header.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, INFO_BYTES]);
  header.set(block, 8);
  const view = new DataView(header.buffer);
  const form = view.getBigUint64(18) & ~0xf_ffff_ffffn;
  view.setBigUint64(18, form | BigInt(frames));
  return header;
}

export type FlacEnd = 'whole' | 'cut off' | 'damaged';

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly first: number;
}

const follows = (frame: FrameHeader, next: FrameHeader): boolean =>
  next.isVariable === frame.isVariable &&
  next.number === frame.number + (frame.isVariable ? frame.samples : 1);

/**
 * Yields the frames of a range of a file, each verified by its checksum. A frame ends where its checksum
 * matches and the next header begins, so nothing is decoded.
 *
 * @returns how the last frame ended
 */
export async function* walkFrames(
  read: ReadBytes,
  info: StreamInfo,
  { from, to, first }: Stretch,
): AsyncGenerator<FlacFrame, FlacEnd> {
  const found = readFrameHeader(await read(from, Math.min(to, from + HEADER_BYTES)), info);
  if (!found) return from < to ? 'damaged' : 'cut off';
  let header: FrameHeader = found;
  let start = from;
  let sample = first;
  let rest = 0;
  let most = start + mostFrameBytes(header.samples, info);
  for (let base = from; base < to && base <= most; base += BLOCK_BYTES) {
    const bytes = await read(base, Math.min(to, base + BLOCK_BYTES + HEADER_BYTES));
    const count = Math.min(BLOCK_BYTES, to - base);
    for (let index = 0; index < count; index++) {
      const byte = bytes[index] as number;
      if (rest === 0 && byte === 0xff && base + index > start) {
        const next = readFrameHeader(bytes.subarray(index, index + HEADER_BYTES), info);
        if (next && follows(header, next)) {
          const end = base + index;
          yield { from: start, to: end, first: sample, samples: header.samples };
          sample += header.samples;
          start = end;
          header = next;
          most = start + mostFrameBytes(header.samples, info);
        }
      }
      rest = ((rest << 8) ^ (frameRemainders[(rest >> 8) ^ byte] as number)) & 0xffff;
    }
  }
  // The last frame must be decoded: any bytes can follow it, and with zeros its checksum matches as well.
  const bytes = await read(start, Math.min(to, most));
  const length = decodeFrame(bytes, header, info)?.length;
  if (length === undefined) return 'damaged';
  if (length > bytes.length) return to <= most ? 'cut off' : 'damaged';
  if (frameChecksum(bytes.subarray(0, length)) !== 0) return 'damaged';
  yield { from: start, to: start + length, first: sample, samples: header.samples };
  return 'whole';
}

interface Walked {
  readonly frames: number;
  readonly to: number;
  readonly marks: FlacFrame[];
  readonly end: FlacEnd;
}

async function walkAll(read: ReadBytes, size: number, opened: Opened): Promise<Walked> {
  const marks: FlacFrame[] = [];
  const spacing = MARK_SECONDS * opened.sampleRate;
  const walk = walkFrames(read, opened, { from: opened.from, to: size, first: 0 });
  let [frames, to] = [0, opened.from];
  for (;;) {
    const step = await walk.next();
    if (step.done) return { frames, to, marks, end: step.value };
    const frame = step.value;
    const mark = marks.at(-1);
    if (!mark || frame.first - mark.first >= spacing) marks.push(frame);
    frames = frame.first + frame.samples;
    to = frame.to;
  }
}

/** Says whether a file ends with its last frame or shortly after; tags can follow it. */
const endsThere = ({ to, marks }: Walked, size: number, info: StreamInfo): boolean =>
  size - to < mostFrameBytes(marks.at(-1)?.samples ?? 0, info);

/**
 * Reads a FLAC: checks every frame, and that there are as many as the header states (N-INP-09). If the header
 * states none, the frames give the length.
 *
 * @param start of the FLAC, in bytes
 * @returns undefined if it is not a FLAC
 */
export async function readFlac(
  read: ReadBytes,
  size: number,
  start: number,
): Promise<Flac | Refusal | undefined> {
  const magic = await read(start, start + 4);
  if (String.fromCharCode(...magic) !== 'fLaC') return undefined;
  const opened = await readBlocks(read, start);
  if (isRefusal(opened)) return opened;
  const { sampleRate, channels, bits, says, block, from } = opened;
  const refused = checkForm(opened);
  if (refused) return refused;
  if (bits < 8) return wrongDepth();
  const walked = await walkAll(read, size, opened);
  const { frames, to, marks, end } = walked;
  const isShort = says !== undefined && frames < says - MISSING_SECONDS * sampleRate;
  const isOver = endsThere(walked, size, opened);
  if (end === 'damaged' || (end === 'whole' && !isOver && (isShort || !says))) return damaged();
  if (isShort) return cutOff(frames / sampleRate, says / sampleRate);
  if (end === 'cut off' && says === undefined) return cutOffAt(frames / sampleRate);
  const header = makeHeader(block, frames);
  const wrongLength = checkLength(frames / sampleRate);
  if (wrongLength) return wrongLength;
  return { format: 'FLAC', sampleRate, channels, bits, frames, from, to, header, marks };
}
