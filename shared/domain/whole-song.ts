import { MINUTE_MILLIS } from './time.ts';
import type { Millis } from './units.ts';

/** The folder of whole songs and originals for holders; no Storage rule opens it. */
export const wholeFolder = 'full/';

export const wholePath = (file: string): string => `${wholeFolder}${file}`;

/** Returns how long a listening address is valid: twice the song, so that pauses do not end it. */
export const listeningMillis = (seconds: number): Millis =>
  Math.max(15 * MINUTE_MILLIS, 2 * Math.ceil(seconds) * 1_000);

/** The validity of a download address, which is used at once. */
export const savingMillis: Millis = 15 * MINUTE_MILLIS;

/** Returns the backoff before the next attempt to make a whole song: doubling, at most a day. */
export const againAfterMillis = (attempts: number): Millis =>
  Math.min(24 * 60 * MINUTE_MILLIS, 10 * MINUTE_MILLIS * 2 ** Math.max(0, attempts - 1));
