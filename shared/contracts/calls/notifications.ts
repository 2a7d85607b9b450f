import * as v from 'valibot';
import { everyChoice } from '../documents/notification-settings.ts';

/** What the caller has seen of the bell, and which e-mail they want; without either, as it is now. */
export const setNotifications = {
  name: 'setNotifications',
  input: v.strictObject({
    /** Up to when, in milliseconds; the latest counts. */
    seenUntil: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    mail: v.optional(v.strictObject(everyChoice(v.optional(v.boolean())))),
  }),
  output: v.object({
    seenUntil: v.number(),
    mail: v.object(everyChoice(v.boolean())),
  }),
} as const;
