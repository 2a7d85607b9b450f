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

/** A frame of a file: a twelfth of a second, more or less. */
export interface FlacFrame {
  /** Where it lies in the file, in bytes. */
  readonly from: number;
  readonly to: number;
  /** Which sample of the sound is its first, and how many it has of each channel. */
  readonly first: number;
  readonly samples: number;
}

export interface Flac extends StreamInfo {
  readonly format: 'FLAC';
  /** Samples of each channel. */
  readonly frames: number;
  /** Where its frames lie in the file, in bytes. */
  readonly from: number;
  readonly to: number;
  /** A header for these frames alone: it says the length that was found, and carries no tags. */
  readonly header: Uint8Array;
  /** Some of its frames, twenty a second at most, in their order; the first is among them. */
  readonly marks: readonly FlacFrame[];
}

const MARK_SECONDS = 0.05;
const INFO_BYTES = 34;
const MOST_BLOCKS = 1_000;

interface Opened extends StreamInfo {
  /** Samples of each channel, as the header says; undefined when it does not. */
  readonly says: number | undefined;
  readonly block: Uint8Array;
  /** Where the frames begin, in bytes. */
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
  for (let count = 0; !isLast && count < MOST_BLOCKS; count++) {
    const [next, ...bytes] = await read(from, from + 4);
    if (next === undefined || bytes.length < 3) return damaged();
    isLast = next >= 0x80;
    from += 4 + sizeOf(bytes);
  }
  return { sampleRate, channels, bits, says, block, from };
}

const sizeOf = ([high = 0, middle = 0, low = 0]: readonly number[]): number =>
  (high << 16) | (middle << 8) | low;

/** A header of one block, which is the only one. */
function headerOf(block: Uint8Array, frames: number): Uint8Array {
  const header = new Uint8Array(8 + INFO_BYTES);
  header.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, INFO_BYTES]);
  header.set(block, 8);
  const view = new DataView(header.buffer);
  const form = view.getBigUint64(18) & ~0xf_ffff_ffffn;
  view.setBigUint64(18, form | BigInt(frames));
  return header;
}

/** How the frames of a file end. */
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
 * Walks over the frames of a stretch of a file, each checked by its checksum. A frame ends where its
 * checksum comes out and the next one begins; that is found without decoding it.
 *
 * @returns how the last of them ended
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
  // Anything may stand behind the last frame, zeros too, with which its checksum comes out as well.
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

/** Whether a file ends where its last frame does, or soon after: tags may stand behind it. */
const endsThere = ({ to, marks }: Walked, size: number, info: StreamInfo): boolean =>
  size - to < mostFrameBytes(marks.at(-1)?.samples ?? 0, info);

/**
 * Reads a FLAC: each of its frames is looked at, and they have to be as many as its header promises
 * (N-INP-09). Where it promises nothing, the frames say how long it is.
 *
 * @param start where it begins, in bytes
 * @returns undefined when it is no FLAC
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
  const header = headerOf(block, frames);
  const wrongLength = checkLength(frames / sampleRate);
  if (wrongLength) return wrongLength;
  return { format: 'FLAC', sampleRate, channels, bits, frames, from, to, header, marks };
}
