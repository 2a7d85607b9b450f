import { createHash } from 'node:crypto';
import { encodeMp3 } from '@datchain/functions/audio/encode-mp3.ts';
import type { Sound } from '@datchain/functions/audio/recording.ts';
import type { WholeSong } from '@datchain/shared/contracts/documents/release.ts';
import { soundFile } from '@datchain/shared/domain/sound-file.ts';
import type { DemoDat } from '../types.ts';
import { demoLength } from './demo-preview.ts';
import { render } from './render.ts';

/** The version of the whole songs; raising it remakes cached files. */
const GENERATOR_VERSION = 1;

type Work = Pick<DemoDat, 'id' | 'genre'>;

const SAMPLE_RATE = 24_000;
/** The bit rate of stereo; mono takes half of it. */
const BITRATE = 128_000;

export const demoOriginalPath = ({ id }: Pick<Work, 'id'>): string => `dat_audio/${id}.wav`;

export function demoWholeFile({ id, genre }: Work): string {
  const named = `whole ${GENERATOR_VERSION} ${id} ${genre}`;
  return soundFile(id, createHash('sha256').update(named).digest('hex'));
}

export const demoWhole = (work: Work): WholeSong => ({
  song: { file: demoWholeFile(work), seconds: demoLength(work).songSeconds },
  dueAt: null,
  attempts: 0,
  problem: null,
});

export function demoSong(work: Work, sampleRate = SAMPLE_RATE): Sound {
  const { start, songSeconds } = demoLength(work);
  const parts = [start, songSeconds - start].map((seconds) => {
    const { channels } = render(work.id, work.genre, { seconds, sampleRate });
    return mixed(channels, sampleRate);
  });
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return { sampleRate, channels: [whole] };
}

const FADE_SECONDS = 1.5;

function mixed([left, right]: readonly Float32Array[], sampleRate: number): Float32Array {
  const fall = FADE_SECONDS * sampleRate;
  const length = left?.length ?? 0;
  return Float32Array.from({ length }, (_, index) => {
    const both = ((left?.[index] ?? 0) + (right?.[index] ?? 0)) / 2;
    return both * Math.min(1, (length - 1 - index) / fall);
  });
}

export const demoMp3 = (song: Sound): Promise<Uint8Array> =>
  encodeMp3(song, { bitrate: BITRATE, sampleRate: SAMPLE_RATE });

const HEADER_BYTES = 44;

export function demoWav({ sampleRate, channels: [samples] }: Sound): Uint8Array {
  const length = samples?.length ?? 0;
  const file = Buffer.alloc(HEADER_BYTES + length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(length * 2, 40);
  for (let index = 0; index < length; index++) {
    const sample = Math.max(-1, Math.min(1, samples?.[index] ?? 0));
    file.writeInt16LE(Math.round(sample * 32_767), HEADER_BYTES + index * 2);
  }
  return file;
}
