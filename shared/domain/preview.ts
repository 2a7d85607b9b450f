import { clockText } from './clock-text.ts';
import type { originalSchema, previewSchema } from './preview-schema.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Stored } from './stored.ts';

export type Preview = Stored<typeof previewSchema>;
export type Original = Stored<typeof originalSchema>;

/** The most seconds in a preview. */
export const longestPreview = 30;

export const peakColumns = 96;

export const workSeconds = { least: 10, most: 60 * 60 } as const;

export const workTooShort = `Audio must last at least ${workSeconds.least} seconds.`;
export const workTooLong = `Audio can last at most ${workSeconds.most / 60} minutes.`;

/** Returns the seconds in a preview: 30, or half of a work shorter than a minute. */
export const previewLength = (songSeconds: number): number =>
  Math.min(longestPreview, songSeconds / 2);

export const lastPreviewStart = (songSeconds: number): number =>
  Math.floor(songSeconds - previewLength(songSeconds));

/** Returns the default start, in seconds: a quarter into the work. */
export const defaultPreviewStart = (songSeconds: number): number => Math.floor(songSeconds / 4);

/**
 * Returns the part of a work that its preview plays, in seconds.
 *
 * @returns a refusal if the work is too short or too long, or if the start is too late (N-SND-08)
 */
export function previewWindow(
  songSeconds: number,
  start: number | undefined,
): { start: number; seconds: number } | Refusal {
  const no = (sentence: string) => refuse('invalid-argument', sentence);
  if (songSeconds < workSeconds.least) return no(workTooShort);
  if (songSeconds > workSeconds.most) return no(workTooLong);
  const last = lastPreviewStart(songSeconds);
  const begins = start ?? defaultPreviewStart(songSeconds);
  if (begins < 0 || begins > last) {
    return no(`The preview must begin between 0:00 and ${clockText(last)}.`);
  }
  return { start: begins, seconds: previewLength(songSeconds) };
}

type Part = Pick<Preview, 'start' | 'seconds'>;

const partText = ({ start, seconds }: Part): string =>
  `from ${clockText(start)} to ${clockText(start + seconds)}`;

export const previewChangeText = (was: Part | undefined, now: Part): string =>
  `${partText(now)}, before ${was ? partText(was) : 'none'}`;
