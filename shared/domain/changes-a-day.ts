import { type Refusal, refuse } from './refusal.ts';
import { DAY_MILLIS } from './time.ts';
import type { Millis } from './units.ts';

/** The limit keeps room for sales in a work's history, where each change is a line. */
const CHANGES_A_DAY = 5;

/** Refuses a change of a work after five within 24 hours. */
export const checkChanges = (
  what: 'A preview' | 'The facts of a work',
  changes: readonly { readonly at: Millis }[],
  now: Millis,
): Refusal | undefined =>
  changes.filter(({ at }) => at > now - DAY_MILLIS).length < CHANGES_A_DAY
    ? undefined
    : refuse(
        'resource-exhausted',
        `${what} can be changed ${CHANGES_A_DAY} times a day. Try again tomorrow.`,
      );
