import { clockText } from './clock-text.ts';
import { type Refusal, refuse } from './refusal.ts';
import { DAY_MILLIS } from './time.ts';
import type { Millis } from './units.ts';

/** A public excerpt of a work, as its release and its row store it (N-SND-01). */
export interface Preview {
  /**
   * Its name below `previews/` in Storage: the DAT's id, and the beginning of its content's hash.
   */
  readonly file: string;
  readonly bytes: number;
  readonly seconds: number;
  /** Where in the work it begins, in whole seconds. */
  readonly start: number;
  /** How long the whole work is. */
  readonly songSeconds: number;
  /** How loud it is along its length: a digit in base 36 for each of the columns. */
  readonly peaks: string;
  /** The uploaded file that it was cut out of; missing if it was cut before we noted that. */
  readonly original?: Original;
}

export const recordingFormats = ['WAV', 'FLAC'] as const;

/** What is said of a file before holders of an edition download it (N-SND-07). */
export interface Original {
  readonly bytes: number;
  readonly format: (typeof recordingFormats)[number];
}

/** The longest a preview may be, in seconds. */
export const longestPreview = 30;

/** Columns of the outline of a preview. */
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

/**
 * The part of a work that its preview is, in seconds.
 *
 * @returns a refusal when the work is too short or too long, or the preview would begin too late
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

/** What changed, as shown in the work's public history. */
export const previewChangeText = (was: Part | undefined, now: Part): string =>
  `${partText(now)}, before ${was ? partText(was) : 'none'}`;

/**
 * How often a preview can be changed within a day: each is cut, stored and added to the history.
 */
const CHANGES_A_DAY = 5;

/** Refuses another change after too many recent ones. */
export const checkPreviewChanges = (
  changes: readonly { readonly at: Millis }[],
  now: Millis,
): Refusal | undefined =>
  changes.filter(({ at }) => at > now - DAY_MILLIS).length < CHANGES_A_DAY
    ? undefined
    : refuse(
        'resource-exhausted',
        `A preview can be changed ${CHANGES_A_DAY} times a day. Try again tomorrow.`,
      );
