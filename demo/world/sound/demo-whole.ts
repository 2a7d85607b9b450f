import { createHash } from 'node:crypto';
import { encodeMp3 } from '@datchain/functions/audio/encode-mp3.ts';
import type { Sound } from '@datchain/functions/audio/recording.ts';
import type { WholeSong } from '@datchain/shared/contracts/documents/release.ts';
import { soundFile } from '@datchain/shared/domain/sound-file.ts';
import type { DemoDat } from '../types.ts';
import { demoLength } from './demo-preview.ts';
import { render } from './render.ts';

/** Raised when the whole songs of the demo world are to sound different: kept files are then made again. */
const GENERATOR_VERSION = 1;

type Work = Pick<DemoDat, 'id' | 'genre'>;

const SAMPLE_RATE = 24_000;
/** Of stereo: one channel takes half of it. */
const BITRATE = 128_000;

/** Where the original of a work of the demo world is put. */
export const demoOriginalPath = ({ id }: Pick<Work, 'id'>): string => `dat_audio/${id}.wav`;

/** The name of its whole song: another one when it is to sound different. */
export function demoWholeFile({ id, genre }: Work): string {
  const named = `whole ${GENERATOR_VERSION} ${id} ${genre}`;
  return soundFile(id, createHash('sha256').update(named).digest('hex'));
}

/** What its release says of its whole song. Neither file is made by this: that takes a while. */
export const demoWhole = (work: Work): WholeSong => ({
  song: { file: demoWholeFile(work), seconds: demoLength(work).songSeconds },
  dueAt: null,
  attempts: 0,
  problem: null,
});

/** All of it, in one channel: what its preview is begins where the preview says, and something comes before. */
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

/** Both channels as one, faded out at its end. */
function mixed([left, right]: readonly Float32Array[], sampleRate: number): Float32Array {
  const fall = FADE_SECONDS * sampleRate;
  const length = left?.length ?? 0;
  return Float32Array.from({ length }, (_, index) => {
    const both = ((left?.[index] ?? 0) + (right?.[index] ?? 0)) / 2;
    return both * Math.min(1, (length - 1 - index) / fall);
  });
}

/** A song as holders of an edition hear it. */
export const demoMp3 = (song: Sound): Promise<Uint8Array> =>
  encodeMp3(song, { bitrate: BITRATE, sampleRate: SAMPLE_RATE });

const HEADER_BYTES = 44;

/** A song of one channel as its artist uploaded it: a WAV of 16 bits. */
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
