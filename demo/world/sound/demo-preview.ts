import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { peaksOf } from '@datchain/functions/audio/cut-preview.ts';
import { encodeMp3 } from '@datchain/functions/audio/encode-mp3.ts';
import { longestPreview, type Preview } from '@datchain/shared/domain/preview.ts';
import { soundFile } from '@datchain/shared/domain/sound-file.ts';
import * as v from 'valibot';
import { seeded } from '../seeded.ts';
import type { DemoDat } from '../types.ts';
import { render } from './render.ts';

/** Raised when the demo world is to sound different: kept files are then made again. */
const GENERATOR_VERSION = 1;

type Work = Pick<DemoDat, 'id' | 'genre'>;

const SAMPLE_RATE = 24_000;
const BITRATE = 64_000;
/** What half a minute of that comes to, in frames of 192 bytes; a test holds it to the encoder. */
export const demoPreviewBytes = 1_252 * 192;

/** What its artist uploaded: one channel of 16 bits; a test holds it to the file. */
const demoWavBytes = (songSeconds: number): number => 44 + songSeconds * SAMPLE_RATE * 2;

/** Enough for an outline, and quickly made. */
const OUTLINE_RATE = 2_000;

/** The name of its file: another one when it is to sound different. */
export function demoPreviewFile({ id, genre }: Work): string {
  const hash = createHash('sha256').update(`${GENERATOR_VERSION} ${id} ${genre}`).digest('hex');
  return soundFile(id, hash);
}

/** How long a song of the demo world is, and where its preview begins, in seconds. */
export function demoLength({ id }: Pick<Work, 'id'>): { songSeconds: number; start: number } {
  const chance = seeded(`length ${id}`);
  const songSeconds = chance.whole(140, 290);
  return { songSeconds, start: chance.whole(15, songSeconds - longestPreview) };
}

/** The outline of a preview as its sound has it. */
export const drawnPeaks = ({ id, genre }: Work): string =>
  peaksOf(render(id, genre, { seconds: longestPreview, sampleRate: OUTLINE_RATE }));

/** The outlines of all works, drawn once by draw-outlines.ts: they take seconds of the first start. */
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

/** The preview of a work of the demo world. Its file is not made by this: that takes a while. */
export function demoPreview(work: Work): Preview {
  const length = demoLength(work);
  return {
    file: demoPreviewFile(work),
    bytes: demoPreviewBytes,
    seconds: longestPreview,
    ...{ ...length, peaks: keptPeaks(work) },
    original: { bytes: demoWavBytes(length.songSeconds), format: 'WAV' },
  };
}

/** The sound of it, as an MP3. */
export const demoSound = ({ id, genre }: Work): Promise<Uint8Array> =>
  encodeMp3(render(id, genre, { seconds: longestPreview, sampleRate: SAMPLE_RATE }), {
    bitrate: BITRATE,
    sampleRate: SAMPLE_RATE,
  });
