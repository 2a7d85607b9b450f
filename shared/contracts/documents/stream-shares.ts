import * as v from 'valibot';
import type { StreamShares } from '../../domain/books/stream-days.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A guard like the others: only one door writes it, so reading is strict. */
const schema = v.object({
  datId: v.string(),
  days: v.array(
    v.object({
      platform: v.string(),
      date: v.pipe(v.string(), v.isoDate()),
      streams: count,
      grossMicros: count,
      revision: count,
    }),
  ),
});

/** A DAT without one has shared nothing yet. */
export const readStreamShares = (datId: string, value: unknown): StreamShares =>
  value === undefined ? { datId, days: [] } : v.parse(schema, value);
