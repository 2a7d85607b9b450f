import * as v from 'valibot';
import { isRecord } from '../tolerant.ts';

export const mailChoices = ['sales', 'statements', 'payouts', 'releases', 'follows'] as const;
export type MailChoice = (typeof mailChoices)[number];

export const everyChoice = <Each>(each: Each): Record<MailChoice, Each> => ({
  sales: each,
  statements: each,
  payouts: each,
  releases: each,
  follows: each,
});

const isOn = v.fallback(v.boolean(), true);

const settingsSchema = v.object({
  /** The time up to which the user has seen the bell, in milliseconds. */
  seenUntil: v.fallback(v.number(), 0),
  /** The e-mails the user wants; on by default. */
  mail: v.fallback(v.object(everyChoice(isOn)), everyChoice(true)),
});

/** A user's choices, `users/{uid}/settings/notifications`. */
export type NotificationSettings = v.InferOutput<typeof settingsSchema>;

export const readSettings = (value: unknown): NotificationSettings =>
  v.parse(settingsSchema, isRecord(value) ? value : {});
