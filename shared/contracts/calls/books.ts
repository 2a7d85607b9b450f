import * as v from 'valibot';
import { isDay } from '../../domain/time.ts';
import { dueEntries } from '../documents/book-day.ts';

/**
 * Returns what finds the caller's coins in the list of a closed day: balance and secret. `own` is null for a
 * user to whom nothing was ever owed by then.
 */
export const getBalanceProof = {
  name: 'getBalanceProof',
  /** A recent closed day, YYYY-MM-DD. */
  input: v.strictObject({
    day: v.pipe(v.string(), v.check(isDay, 'Choose a day, such as 2026-11-20')),
  }),
  output: v.object({
    own: v.nullable(v.object({ salt: v.string(), ...dueEntries })),
  }),
} as const;

export type BalanceProof = v.InferOutput<typeof getBalanceProof.output>;
