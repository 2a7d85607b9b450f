import * as v from 'valibot';

const choice = v.optional(v.boolean());
const isOn = v.boolean();

/** What the caller has seen of the bell, and which e-mail they want; without either, as it is now. */
export const setNotifications = {
  name: 'setNotifications',
  input: v.strictObject({
    /** Up to when, in milliseconds; the latest counts. */
    seenUntil: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    mail: v.optional(
      v.strictObject({ sales: choice, payouts: choice, releases: choice, follows: choice }),
    ),
  }),
  output: v.object({
    seenUntil: v.number(),
    mail: v.object({ sales: isOn, payouts: isOn, releases: isOn, follows: isOn }),
  }),
} as const;
