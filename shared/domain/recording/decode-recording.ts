import type { ReadBytes } from '../readable-file.ts';
import { type Flac, type FlacFrame, walkFrames } from './flac.ts';
import { decodeFrame } from './flac-decode.ts';
import { HEADER_BYTES, readFrameHeader } from './flac-frame.ts';
import { decodeSamples } from './pcm.ts';
import type { Recording } from './read-recording.ts';
import type { Wav } from './wav.ts';

/** Samples by channel, full scale at ±1. */
type Planes = Float32Array[];

async function decodeWav(read: ReadBytes, wav: Wav, first: number, end: number): Promise<Planes> {
  const frameBytes = wav.samples.bytes * wav.channels;
  const bytes = await read(wav.from + first * frameBytes, wav.from + end * frameBytes);
  return decodeSamples(bytes, wav.samples, wav.channels);
}

function markBefore({ marks }: Flac, sample: number): FlacFrame | undefined {
  let [from, to] = [0, marks.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (marks[middle]!.first <= sample) from = middle;
    else to = middle;
  }
  return marks[from];
}

/** Yields the frames that contain samples from `first` up to, but not including, `end`. */
async function* framesOf(
  read: ReadBytes,
  flac: Flac,
  first: number,
  end: number,
): AsyncGenerator<FlacFrame> {
  const mark = markBefore(flac, first);
  if (!mark) return;
  const walk = walkFrames(read, flac, { from: mark.from, to: flac.to, first: mark.first });
  for await (const frame of walk) {
    if (frame.first >= end) return;
    if (frame.first + frame.samples > first) yield frame;
  }
}

async function decodeFlac(
  read: ReadBytes,
  flac: Flac,
  first: number,
  end: number,
): Promise<Planes | undefined> {
  const planes = Array.from({ length: flac.channels }, () => new Float32Array(end - first));
  const full = 2 ** (flac.bits - 1);
  for await (const frame of framesOf(read, flac, first, end)) {
    const bytes = await read(frame.from, frame.to);
    const header = readFrameHeader(bytes.subarray(0, HEADER_BYTES), flac);
    const decoded = header && decodeFrame(bytes, header, flac);
    if (!decoded || decoded.length !== bytes.length) return undefined;
    const [from, to] = [Math.max(first, frame.first), Math.min(end, frame.first + frame.samples)];
    for (const [index, plane] of planes.entries()) {
      const channel = decoded.channels[index]!;
      for (let at = from; at < to; at++) plane[at - first] = channel[at - frame.first]! / full;
    }
  }
  return planes;
}

/**
 * Decodes a part of a recording.
 *
 * @param first the first sample; `end` is the one after the last
 * @returns undefined if it is damaged: a correct checksum does not prove that a frame is valid
 */
export async function decodePart(
  read: ReadBytes,
  recording: Recording,
  first: number,
  end: number,
): Promise<Planes | undefined> {
  return recording.format === 'WAV'
    ? decodeWav(read, recording, first, end)
    : decodeFlac(read, recording, first, end);
}
