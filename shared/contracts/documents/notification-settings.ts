import * as v from 'valibot';
import { isRecord } from '../tolerant.ts';

/** E-mail that a user can switch off, by what it is about. */
export const mailChoices = ['sales', 'payouts', 'releases', 'follows'] as const;
export type MailChoice = (typeof mailChoices)[number];

const isOn = v.fallback(v.boolean(), true);

const settingsSchema = v.object({
  /** Up to when they have seen what the bell tells, in milliseconds. */
  seenUntil: v.fallback(v.number(), 0),
  /** Which e-mail they want; what was never chosen is wanted. */
  mail: v.fallback(v.object({ sales: isOn, payouts: isOn, releases: isOn, follows: isOn }), {
    sales: true,
    payouts: true,
    releases: true,
    follows: true,
  }),
});

/** What a user chose, `users/{uid}/settings/notifications`. */
export type NotificationSettings = v.InferOutput<typeof settingsSchema>;

/** Reads what a user chose; what is missing counts as never chosen. */
export const readSettings = (value: unknown): NotificationSettings =>
  v.parse(settingsSchema, isRecord(value) ? value : {});
