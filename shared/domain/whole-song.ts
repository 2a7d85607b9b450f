import { MINUTE_MILLIS } from './time.ts';
import type { Millis } from './units.ts';

/** Files for holders of an edition; no Storage rule opens this folder. */
export const wholeFolder = 'full/';

/** Where in Storage the whole song of a work lies, for signed addresses alone. */
export const wholePath = (file: string): string => `${wholeFolder}${file}`;

/** How long an address for listening is valid: twice the song, so that pauses do not end it. */
export const listeningMillis = (seconds: number): Millis =>
  Math.max(15 * MINUTE_MILLIS, 2 * Math.ceil(seconds) * 1_000);

/** How long an address for saving the original is valid: saving starts at once. */
export const savingMillis: Millis = 15 * MINUTE_MILLIS;

/** When to retry making a whole song after this many attempts: later each time, at least daily. */
export const againAfterMillis = (attempts: number): Millis =>
  Math.min(24 * 60 * MINUTE_MILLIS, 10 * MINUTE_MILLIS * 2 ** Math.max(0, attempts - 1));
