import { clockText } from '@datchain/shared/domain/clock-text.ts';
import {
  type Original,
  workSeconds,
  workTooLong,
  workTooShort,
} from '@datchain/shared/domain/preview.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Input, InputAudioTrack } from 'mediabunny';
import { media } from './media.ts';

/** A file, read in parts. */
export interface ReadableFile {
  /** In bytes. */
  readonly size: number;
  bytes(from: number, count: number): Promise<Uint8Array>;
}

/** Sound as numbers: each channel's samples, full scale at ±1. */
export interface Sound {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
}

const no = (sentence: string): Refusal => refuse('invalid-argument', sentence);

const damaged = () => no('Audio is damaged. Export it again.');

const endsEarly = (ends: number, says: number): Refusal =>
  no(
    `Audio ends before ${clockText(ends + 1)}, though it says it lasts ${clockText(says)}. Export it again.`,
  );

const BLOCK = 1024 * 1024;
const BLOCKS_KEPT = 4;

/**
 * In blocks of a mebibyte: a library that reads frame by frame would ask Storage thousands of
 * times.
 */
function inBlocks(file: ReadableFile) {
  const kept = new Map<number, Promise<Uint8Array>>();
  const block = (number: number): Promise<Uint8Array> => {
    const from = number * BLOCK;
    const found = kept.get(number) ?? file.bytes(from, Math.min(BLOCK, file.size - from));
    kept.delete(number);
    kept.set(number, found);
    for (const oldest of kept.keys()) {
      if (kept.size <= BLOCKS_KEPT) break;
      kept.delete(oldest);
    }
    return found;
  };
  return async (start: number, end: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      const number = Math.floor(at / BLOCK);
      const own = (await block(number)).subarray(at - number * BLOCK, end - number * BLOCK);
      if (own.length === 0) throw new Error('The file is shorter than it was.');
      bytes.set(own, at - start);
      at += own.length;
    }
    return bytes;
  };
}

/** A recording whose header makes sense. */
export interface Recording {
  readonly format: Original['format'];
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** The sound of a part, decoded. @returns a refusal when it is damaged */
  part(from: number, seconds: number): Promise<Sound | Refusal>;
  close(): void;
}

/**
 * Opens a WAV or FLAC. Its header is a claim: rate and channels are checked before memory is
 * allocated, and its end is checked.
 */
export async function openRecording(file: ReadableFile): Promise<Recording | Refusal> {
  const { CustomSource, FLAC, Input, WAVE } = await media();
  const source = new CustomSource({ getSize: () => file.size, read: inBlocks(file) });
  const input = new Input({ source, formats: [WAVE, FLAC] });
  const opened = await readHeader(input).catch(damaged);
  if (isRefusal(opened)) input.dispose();
  return opened;
}

async function readHeader(input: Input): Promise<Recording | Refusal> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) return damaged();
  const channels = await track.getNumberOfChannels();
  if (channels !== 1 && channels !== 2) return no('Audio must be mono or stereo.');
  const sampleRate = await track.getSampleRate();
  if (!(sampleRate >= 8_000 && sampleRate <= 192_000)) return no('Audio must have 8 to 192 kHz.');
  const seconds = (await input.getDurationFromMetadata()) ?? 0;
  if (!(seconds >= workSeconds.least)) return no(workTooShort);
  if (seconds > workSeconds.most) return no(workTooLong);
  const ends = await endOf(track, seconds);
  if (ends < seconds - MOST_MISSING) return endsEarly(ends, seconds);
  const part = async (from: number, length: number): Promise<Sound | Refusal> => {
    const sound = await decode(track, { from, length, sampleRate, channels }).catch(damaged);
    if (isRefusal(sound)) return sound;
    return sound.frames / sampleRate < length - MOST_MISSING ? damaged() : sound;
  };
  const format = (await input.getFormat()) === (await media()).FLAC ? 'FLAC' : 'WAV';
  return { format, seconds, sampleRate, channels, part, close: () => input.dispose() };
}

/** How much of a part may be missing, in seconds, because headers round. */
const MOST_MISSING = 0.1;

/** Where the last decodable sound ends, in seconds. */
async function endOf(track: InputAudioTrack, seconds: number): Promise<number> {
  const { AudioSampleSink } = await media();
  const last = await new AudioSampleSink(track).getSample(seconds);
  if (!last) return 0;
  const { timestamp, duration } = last;
  last.close();
  return timestamp + duration;
}

interface Part {
  readonly from: number;
  readonly length: number;
  readonly sampleRate: number;
  readonly channels: number;
}

async function decode(track: InputAudioTrack, part: Part): Promise<Sound & { frames: number }> {
  const { from, length, sampleRate, channels } = part;
  const { AudioSampleSink } = await media();
  const wanted = Math.round(length * sampleRate);
  const planes = Array.from({ length: channels }, () => new Float32Array(wanted));
  let frames = 0;
  for await (const sample of new AudioSampleSink(track).samples(from, from + length)) {
    if (sample.sampleRate !== sampleRate || sample.numberOfChannels !== channels) {
      throw new Error('The sound changes its form in the middle.');
    }
    const begins = Math.round((sample.timestamp - from) * sampleRate);
    const frameOffset = Math.max(0, -begins);
    const at = begins + frameOffset;
    const frameCount = Math.min(sample.numberOfFrames - frameOffset, wanted - at);
    for (const [planeIndex, plane] of frameCount > 0 ? planes.entries() : []) {
      const options = { planeIndex, format: 'f32-planar', frameOffset, frameCount } as const;
      sample.copyTo(plane.subarray(at, at + frameCount), options);
    }
    if (frameCount > 0) frames += frameCount;
    sample.close();
  }
  return { sampleRate, channels: planes, frames };
}
