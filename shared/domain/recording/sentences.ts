import { clockText } from '../clock-text.ts';
import { workSeconds, workTooLong, workTooShort } from '../preview.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { wrongFormat } from '../release-files.ts';

const no = (sentence: string): Refusal => refuse('invalid-argument', sentence);

export const noRecording = () => no(wrongFormat('audio'));

/** Refuses an Ogg file (FLAC, Vorbis or Opus), which is sometimes named .flac too. */
export const noRecordingButOgg = () =>
  no(`${wrongFormat('audio')} This is an Ogg file: export it as FLAC, without Ogg.`);

export const damaged = () => no('Audio is damaged. Export it again.');

export const wrongDepth = () =>
  no(
    'Audio must have 8 to 32 bits a sample, or 32 or 64 in floating point. Export it with 24 bits.',
  );

export const compressedWav = () =>
  no('A WAV file must not be compressed. Export it as PCM with 24 bits, or as FLAC.');

export const twoSounds = () =>
  no('Audio has its sound in two parts (two data chunks). Export it again as one.');

export const twoFormats = () =>
  no('Audio has two headers that contradict each other. Export it again.');

export const wrongFrameSize = () =>
  no('Audio has a header that contradicts itself about the size of its samples. Export it again.');

/** @param at the position of the first one, in seconds */
export const tooLarge = (at: number) =>
  no(
    `Audio has samples that are too large to be played, the first at ${clockText(at)}. Export it again.`,
  );

/** @param at the position of the first one, in seconds */
export const notNumbers = (at: number) =>
  no(`Audio has samples that are not numbers, the first at ${clockText(at)}. Export it again.`);

/** The text for a length that no work can have: some headers claim years. */
const OVERLONG_TEXT = `more than ${workSeconds.most / 60} minutes`;

function clockTenths(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${clockText(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/**
 * Refuses a recording that ends early.
 *
 * @param ends the end of the sound, in seconds
 * @param says the length by its header, at least `MISSING_SECONDS` more, so that the tenths differ
 */
export function cutOff(ends: number, says: number): Refusal {
  const isFar = Math.floor(says) > Math.floor(ends + 1);
  const isLong = says > workSeconds.most;
  const [end, whole] = isFar
    ? [`before ${clockText(ends + 1)}`, isLong ? OVERLONG_TEXT : clockText(says)]
    : [`at ${clockTenths(ends)}`, clockTenths(says)];
  return no(`Audio is cut off: it ends ${end}, though it says it lasts ${whole}. Export it again.`);
}

/** @param ends the end of the sound by its header, in seconds */
export const goesOn = (ends: number) =>
  no(
    `The audio file goes on after ${clockText(ends)}, where its header says that the sound ends. Export it again.`,
  );

/**
 * Refuses a cut-off file whose header does not state a length.
 *
 * @param ends the end of the sound, in seconds
 */
export const cutOffAt = (ends: number) =>
  no(`Audio is cut off before ${clockText(ends + 1)}. Export it again.`);

/** The seconds of sound that can be missing, because headers round. */
export const MISSING_SECONDS = 0.1;

interface Said {
  readonly sampleRate: number;
  readonly channels: number;
}

export function checkForm({ sampleRate, channels }: Said): Refusal | undefined {
  if (channels !== 1 && channels !== 2) return no('Audio must be mono or stereo.');
  if (!(sampleRate >= 8_000 && sampleRate <= 192_000)) return no('Audio must have 8 to 192 kHz.');
  return undefined;
}

export function checkLength(seconds: number): Refusal | undefined {
  if (!(seconds >= workSeconds.least)) return no(workTooShort);
  if (seconds > workSeconds.most) return no(workTooLong);
  return undefined;
}
