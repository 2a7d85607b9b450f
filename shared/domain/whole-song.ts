import { MINUTE_MILLIS } from './time.ts';
import type { Millis } from './units.ts';

/** Everything for holders of an edition lies here; no rule of Storage opens it. */
export const wholeFolder = 'full/';

/** Where in Storage the whole song of a work lies, for signed addresses alone. */
export const wholePath = (file: string): string => `${wholeFolder}${file}`;

/** For how long an address for listening is good: twice the song, so that pauses do not end it. */
export const listeningMillis = (seconds: number): Millis =>
  Math.max(15 * MINUTE_MILLIS, 2 * Math.ceil(seconds) * 1_000);

/** For how long an address for saving the original is good: saving begins at once. */
export const savingMillis: Millis = 15 * MINUTE_MILLIS;

/** When making a whole song is tried again that was begun so often: later and later, at least daily. */
export const againAfterMillis = (attempts: number): Millis =>
  Math.min(24 * 60 * MINUTE_MILLIS, 10 * MINUTE_MILLIS * 2 ** Math.max(0, attempts - 1));
