import type { TakenDown } from '../../domain/books/guards.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readMillis } from '../tolerant.ts';

/** Reads a takedown; one without a time or reason still counts. */
export const readTakenDown = (value: unknown): TakenDown | undefined =>
  isRecord(value) ? { at: readMillis(value.at) ?? 0, reason: readLine(value.reason) } : undefined;
