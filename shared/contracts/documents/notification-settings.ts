import * as v from 'valibot';
import { isRecord } from '../tolerant.ts';

export const mailChoices = ['sales', 'statements', 'payouts', 'releases', 'follows'] as const;
export type MailChoice = (typeof mailChoices)[number];

/** The same for each kind of e-mail that can be switched off. */
export const everyChoice = <Each>(each: Each): Record<MailChoice, Each> => ({
  sales: each,
  statements: each,
  payouts: each,
  releases: each,
  follows: each,
});

const isOn = v.fallback(v.boolean(), true);

const settingsSchema = v.object({
  /** Up to when they have seen what the bell tells, in milliseconds. */
  seenUntil: v.fallback(v.number(), 0),
  /** Which e-mail they want; what was never chosen is wanted. */
  mail: v.fallback(v.object(everyChoice(isOn)), everyChoice(true)),
});

/** What a user chose, `users/{uid}/settings/notifications`. */
export type NotificationSettings = v.InferOutput<typeof settingsSchema>;

/** Reads what a user chose; what is missing counts as never chosen. */
export const readSettings = (value: unknown): NotificationSettings =>
  v.parse(settingsSchema, isRecord(value) ? value : {});
