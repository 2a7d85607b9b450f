import * as v from 'valibot';
import { streamSharesSchema } from '../../domain/books/guard-schemas.ts';
import type { StreamShares } from '../../domain/books/stream-days.ts';

/** A DAT without the document has shared no streams of that month yet. */
export const readStreamShares = (datId: string, value: unknown): StreamShares =>
  value === undefined ? { datId, days: [] } : v.parse(streamSharesSchema, value);
