import type { ReadableFile } from '@datchain/shared/domain/readable-file.ts';
import type { Sound } from '../recording.ts';

export { flacFile } from './flac-file.ts';
export { wavFile } from './wav-file.ts';

/** Returns a chord that swells and falls, so that no part of it is like another. */
export function aSound({
  seconds = 20,
  sampleRate = 22_050,
  channels = 2,
  level = 0.4,
} = {}): Sound {
  const length = Math.round(seconds * sampleRate);
  const planes = Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let index = 0; index < length; index++) {
      const at = index / sampleRate;
      const glide = 220 + 40 * Math.sin(at * 0.7 + channel);
      const swell = 0.6 + 0.4 * Math.sin(at * 0.9);
      samples[index] = level * swell * Math.sin(2 * Math.PI * glide * at);
    }
    return samples;
  });
  return { sampleRate, channels: planes };
}

export function id3Tag(size: number): Buffer {
  const tag = Buffer.alloc(10 + size, ' ');
  tag.write('ID3\x03\0\0', 'latin1');
  for (const [index, shift] of [21, 14, 7, 0].entries()) tag[6 + index] = (size >> shift) & 127;
  return tag;
}

export function readable(file: Uint8Array): ReadableFile & { asked: number } {
  return {
    size: file.length,
    asked: 0,
    async bytes(from, count) {
      this.asked += 1;
      return file.subarray(from, from + count);
    },
  };
}
