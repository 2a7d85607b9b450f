/** Recordings for tests: sound made of numbers, and the files that hold it. */
import type { ReadableFile, Sound } from '../recording.ts';

/** A chord whose loudness swells and falls, so that no part of it is like another. */
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

const clamped = (sample: number, most: number): number =>
  Math.max(-most - 1, Math.min(most, Math.round(sample * most)));

interface WavForm {
  readonly bits?: 8 | 16 | 24 | 32;
  /** What its header says of the sound's bytes. */
  readonly claimedBytes?: number;
  /** Of 32 bits: whole numbers instead of such with a point. */
  readonly isWhole?: boolean;
}

/** A WAV file. */
export function wavFile(
  { sampleRate, channels }: Sound,
  { bits = 16, claimedBytes, isWhole = bits < 32 }: WavForm = {},
): Uint8Array {
  const [count, frames] = [channels.length, channels[0]?.length ?? 0];
  const frameBytes = (bits / 8) * count;
  const file = Buffer.alloc(44 + frames * frameBytes);
  const bytes = claimedBytes ?? frames * frameBytes;
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(isWhole ? 1 : 3, 20);
  file.writeUInt16LE(count, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * frameBytes, 28);
  file.writeUInt16LE(frameBytes, 32);
  file.writeUInt16LE(bits, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  let at = 44;
  for (let frame = 0; frame < frames; frame++) {
    for (const samples of channels) {
      const sample = samples[frame] as number;
      if (bits === 8) file.writeUInt8(clamped(sample, 127) + 128, at);
      else if (bits === 16) file.writeInt16LE(clamped(sample, 32_767), at);
      else if (bits === 24) file.writeIntLE(clamped(sample, 8_388_607), at, 3);
      else if (isWhole) file.writeInt32LE(clamped(sample, 2_147_483_647), at);
      else file.writeFloatLE(sample, at);
      at += bits / 8;
    }
  }
  return file;
}

/** The remainder that ends parts of a FLAC, of as many bits as the polynomial has. */
function remainder(bytes: Uint8Array, polynomial: number, bits: 8 | 16): number {
  const [top, mask] = [1 << (bits - 1), bits === 8 ? 0xff : 0xffff];
  let rest = 0;
  for (const byte of bytes) {
    rest ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) {
      rest = (rest & top ? (rest << 1) ^ polynomial : rest << 1) & mask;
    }
  }
  return rest;
}

/** A number as FLAC counts its frames: like a letter of UTF-8. */
const countedAs = (number: number): Buffer => Buffer.from(String.fromCodePoint(number));

const BLOCK = 4_096;

/** The same WAV with its format in the longer header that files of more than 16 bits often have. */
export function extensible(wav: Uint8Array): Uint8Array {
  const file = Buffer.from(wav);
  const format = file.readUInt16LE(20);
  const longer = Buffer.alloc(24);
  longer.writeUInt16LE(22, 0);
  // The valid bits; no speakers; then the format, which is the beginning of an id.
  file.copy(longer, 2, 34, 36);
  longer.writeUInt16LE(format, 8);
  Buffer.from('000000001000800000aa00389b71', 'hex').copy(longer, 10);
  file.writeUInt32LE(file.readUInt32LE(4) + longer.length, 4);
  file.writeUInt32LE(40, 16);
  file.writeUInt16LE(0xfffe, 20);
  return Buffer.concat([file.subarray(0, 36), longer, file.subarray(36)]);
}

/** A FLAC file of 16 bits that is not compressed. `seconds` is what its header says of its length. */
export function flacFile({ sampleRate, channels }: Sound, seconds?: number): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  const total = seconds === undefined ? frames : Math.round(seconds * sampleRate);
  const info = Buffer.alloc(34);
  info.writeUInt16BE(BLOCK, 0);
  info.writeUInt16BE(BLOCK, 2);
  const facts =
    (BigInt(sampleRate) << 44n) |
    (BigInt(channels.length - 1) << 41n) |
    (15n << 36n) |
    BigInt(total);
  info.writeBigUInt64BE(facts, 10);
  const parts = [Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info];
  for (let from = 0, number = 0; from < frames; from += BLOCK, number++) {
    const size = Math.min(BLOCK, frames - from);
    const start = Buffer.concat([
      Buffer.from([0xff, 0xf8, 0x70, (channels.length - 1) << 4]),
      countedAs(number),
      Buffer.from([(size - 1) >> 8, (size - 1) & 0xff]),
    ]);
    const header = Buffer.concat([start, Buffer.from([remainder(start, 0x07, 8)])]);
    const subframes = channels.map((samples) => {
      const bytes = Buffer.alloc(1 + size * 2);
      bytes[0] = 0x02;
      for (let index = 0; index < size; index++) {
        bytes.writeInt16BE(clamped(samples[from + index] as number, 32_767), 1 + index * 2);
      }
      return bytes;
    });
    const frame = Buffer.concat([header, ...subframes]);
    const end = Buffer.alloc(2);
    end.writeUInt16BE(remainder(frame, 0x8005, 16));
    parts.push(frame, end);
  }
  return Buffer.concat(parts);
}

/** A file in memory, which counts how often it was asked. */
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
