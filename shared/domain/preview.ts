import { clockText } from './clock-text.ts';
import type { originalSchema, previewSchema } from './preview-schema.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Stored } from './stored.ts';

/** `preview-schema.ts` documents the fields. */
export type Preview = Stored<typeof previewSchema>;
export type Original = Stored<typeof originalSchema>;

/** The longest a preview may be, in seconds. */
export const longestPreview = 30;

export const peakColumns = 96;

/** What a work may last, in seconds. */
export const workSeconds = { least: 10, most: 60 * 60 } as const;

export const workTooShort = `Audio must last at least ${workSeconds.least} seconds.`;
export const workTooLong = `Audio can last at most ${workSeconds.most / 60} minutes.`;

/** How long the preview of a work is: half a minute, of a shorter work its half. */
export const previewLength = (songSeconds: number): number =>
  Math.min(longestPreview, songSeconds / 2);

/** The last whole second at which the preview of a work can begin. */
export const lastPreviewStart = (songSeconds: number): number =>
  Math.floor(songSeconds - previewLength(songSeconds));

/** Where a preview starts by default: a quarter of the way in. */
export const defaultPreviewStart = (songSeconds: number): number => Math.floor(songSeconds / 4);

/** The part of a work that its preview is, in seconds. @returns a refusal for a wrong length or a late beginning */
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

/** What changed, as shown in the work's public history. */
export const previewChangeText = (was: Part | undefined, now: Part): string =>
  `${partText(now)}, before ${was ? partText(was) : 'none'}`;
