import { clockText } from '../clock-text.ts';
import { workSeconds, workTooLong, workTooShort } from '../preview.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Why a recording is refused: each sentence is true of the file and says what to do. */

const no = (sentence: string): Refusal => refuse('invalid-argument', sentence);

export const damaged = () => no('Audio is damaged. Export it again.');

export const wrongDepth = () =>
  no(
    'Audio must have 8 to 32 bits a sample, or 32 or 64 in floating point. Export it with 24 bits.',
  );

export const compressedWav = () =>
  no('A WAV file must not be compressed. Export it as PCM with 24 bits, or as FLAC.');

export const twoSounds = () =>
  no('Audio has its sound in two parts (two data chunks). Export it again as one.');

/** @param at where the first one is, in seconds */
export const notNumbers = (at: number) =>
  no(`Audio has samples that are not numbers, the first at ${clockText(at)}. Export it again.`);

/** @param ends where the sound ends, in seconds; `says` how long it is by its header */
export const cutOff = (ends: number, says: number) =>
  no(
    `Audio is cut off: it ends before ${clockText(ends + 1)}, though it says it lasts ${clockText(says)}. Export it again.`,
  );

/** For a file that does not say how long it is. */
export const cutOffAt = (ends: number) =>
  no(`Audio is cut off before ${clockText(ends + 1)}. Export it again.`);

/** How much of the sound may be missing, in seconds, because headers round. */
export const MISSING_SECONDS = 0.1;

interface Said {
  /** Samples a second. */
  readonly sampleRate: number;
  /** How many. */
  readonly channels: number;
}

/** Checks what a header says before anything is made of it. */
export function checkForm({ sampleRate, channels }: Said): Refusal | undefined {
  if (channels !== 1 && channels !== 2) return no('Audio must be mono or stereo.');
  if (!(sampleRate >= 8_000 && sampleRate <= 192_000)) return no('Audio must have 8 to 192 kHz.');
  return undefined;
}

/** Checks how long a recording is. */
export function checkLength(seconds: number): Refusal | undefined {
  if (!(seconds >= workSeconds.least)) return no(workTooShort);
  if (seconds > workSeconds.most) return no(workTooLong);
  return undefined;
}
