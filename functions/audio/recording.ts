import type { Original } from '@datchain/shared/domain/preview.ts';
import { inBlocks, type ReadableFile } from '@datchain/shared/domain/readable-file.ts';
import { decodePart } from '@datchain/shared/domain/recording/decode-recording.ts';
import { readRecording, secondsOf } from '@datchain/shared/domain/recording/read-recording.ts';
import { damaged } from '@datchain/shared/domain/recording/sentences.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';

/** Decoded sound: the samples of each channel, full scale at ±1. */
export interface Sound {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
}

export interface Recording {
  readonly format: Original['format'];
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  part(from: number, seconds: number): Promise<Sound | Refusal>;
}

export async function openRecording(file: ReadableFile): Promise<Recording | Refusal> {
  const recording = await readRecording(file);
  if (isRefusal(recording)) return recording;
  const { format, sampleRate, channels, frames } = recording;
  const read = inBlocks(file);
  return {
    format,
    seconds: secondsOf(recording),
    sampleRate,
    channels,
    async part(from, seconds) {
      const first = Math.round(from * sampleRate);
      const end = Math.min(frames, first + Math.round(seconds * sampleRate));
      const planes = await decodePart(read, recording, first, end);
      return planes ? { sampleRate, channels: planes } : damaged();
    },
  };
}
