import * as v from 'valibot';
import { streamSharesSchema } from '../../domain/books/guard-schemas.ts';
import type { StreamShares } from '../../domain/books/stream-days.ts';

/** Reads a DAT's shared streams of a month; none without a document. */
export const readStreamShares = (datId: string, value: unknown): StreamShares =>
  value === undefined
    ? { datId, days: [], due: [], dueTo: [] }
    : v.parse(streamSharesSchema, value);
