import * as v from 'valibot';
import { everyChoice } from '../documents/notification-settings.ts';

/**
 * Saves what the caller has seen at the bell and which e-mails they want; without either, returns the current
 * state.
 */
export const setNotifications = {
  name: 'setNotifications',
  input: v.strictObject({
    /** The time up to which they have seen it, in milliseconds; the latest counts. */
    seenUntil: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    mail: v.optional(v.strictObject(everyChoice(v.optional(v.boolean())))),
  }),
  output: v.object({
    seenUntil: v.number(),
    mail: v.object(everyChoice(v.boolean())),
  }),
} as const;
