import type { TakenDown } from '../../domain/books/guards.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readMillis } from '../tolerant.ts';

/** A takedown that does not say when and why still counts. */
export const readTakenDown = (value: unknown): TakenDown | undefined =>
  isRecord(value) ? { at: readMillis(value.at) ?? 0, reason: readLine(value.reason) } : undefined;
