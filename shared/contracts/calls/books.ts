import * as v from 'valibot';
import { isDay } from '../../domain/time.ts';
import { dueEntries } from '../documents/book-day.ts';

/**
 * What is needed to find the caller's coins in the list of a closed day of the public books: their
 * balance and their secret number. `own` is null for someone whom nothing was ever due to by then.
 */
export const getBalanceProof = {
  name: 'getBalanceProof',
  /** One of the newest closed days: YYYY-MM-DD. */
  input: v.strictObject({
    day: v.pipe(v.string(), v.check(isDay, 'Choose a day, such as 2026-11-20')),
  }),
  output: v.object({
    own: v.nullable(v.object({ salt: v.string(), ...dueEntries })),
  }),
} as const;

export type BalanceProof = v.InferOutput<typeof getBalanceProof.output>;
