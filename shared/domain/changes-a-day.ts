import { type Refusal, refuse } from './refusal.ts';
import { DAY_MILLIS } from './time.ts';
import type { Millis } from './units.ts';

/** Each change stands in the history of a work, which has to leave room for sales. */
const CHANGES_A_DAY = 5;

/** Refuses another change of something about a work after too many within a day. */
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
