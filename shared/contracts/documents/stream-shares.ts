import * as v from 'valibot';
import { type StreamShares, streamSharesSchema } from '../../domain/books/stream-days.ts';

/** A DAT without one has shared nothing yet. */
export const readStreamShares = (datId: string, value: unknown): StreamShares =>
  value === undefined ? { datId, days: [] } : v.parse(streamSharesSchema, value);
