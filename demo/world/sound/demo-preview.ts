import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { measurePeaks } from '@datchain/functions/audio/cut-preview.ts';
import { encodeMp3 } from '@datchain/functions/audio/encode-mp3.ts';
import { longestPreview, type Preview } from '@datchain/shared/domain/preview.ts';
import { soundFile } from '@datchain/shared/domain/sound-file.ts';
import * as v from 'valibot';
import { seeded } from '../seeded.ts';
import type { DemoDat } from '../types.ts';
import { render } from './render.ts';

/** The version of the sounds; raising it remakes cached files. */
const GENERATOR_VERSION = 1;

type Work = Pick<DemoDat, 'id' | 'genre'>;

const SAMPLE_RATE = 24_000;
const BITRATE = 64_000;
/** The bytes of half a minute, in frames of 192; a test compares it with the encoder. */
export const demoPreviewBytes = 1_252 * 192;

/** Returns the bytes of the uploaded WAV, 16-bit mono; a test compares it with the file. */
const demoWavBytes = (songSeconds: number): number => 44 + songSeconds * SAMPLE_RATE * 2;

/** A sample rate that is enough for an outline, and fast. */
const OUTLINE_RATE = 2_000;

export function demoPreviewFile({ id, genre }: Work): string {
  const hash = createHash('sha256').update(`${GENERATOR_VERSION} ${id} ${genre}`).digest('hex');
  return soundFile(id, hash);
}

/** Returns the length of a demo song, and the start of its preview, in seconds. */
export function demoLength({ id }: Pick<Work, 'id'>): { songSeconds: number; start: number } {
  const chance = seeded(`length ${id}`);
  const songSeconds = chance.whole(140, 290);
  return { songSeconds, start: chance.whole(15, songSeconds - longestPreview) };
}

export const drawnPeaks = ({ id, genre }: Work): string =>
  measurePeaks(render(id, genre, { seconds: longestPreview, sampleRate: OUTLINE_RATE }));

/** The outlines of all works, computed ahead by draw-outlines.ts, because they take seconds of a first start. */
export const outlinesFile = new URL('outlines.json', import.meta.url);

let kept: Record<string, string> | undefined;

function keptPeaks({ id }: Work): string {
  kept ??= v.parse(
    v.record(v.string(), v.string()),
    JSON.parse(readFileSync(outlinesFile, 'utf8')),
  );
  const peaks = kept[id];
  if (!peaks) throw new Error(`${id} has no outline: node demo/world/sound/draw-outlines.ts`);
  return peaks;
}

/** Returns the preview of a demo work without making its file, which takes a while. */
export function demoPreview(work: Work): Preview {
  const length = demoLength(work);
  return {
    file: demoPreviewFile(work),
    bytes: demoPreviewBytes,
    seconds: longestPreview,
    ...length,
    peaks: keptPeaks(work),
    original: { bytes: demoWavBytes(length.songSeconds), format: 'WAV' },
  };
}

export const demoSound = ({ id, genre }: Work): Promise<Uint8Array> =>
  encodeMp3(render(id, genre, { seconds: longestPreview, sampleRate: SAMPLE_RATE }), {
    bitrate: BITRATE,
    sampleRate: SAMPLE_RATE,
  });
