import * as v from 'valibot';
import type { Stored } from '../../domain/stored.ts';
import { monthRecordSchema } from '../../domain/streams/month-record-schema.ts';

/**
 * The month records of `streams/{datId}:{platform}:{month}` and `streamQueue/{id}`. Only the importer writes them,
 * so reading is strict.
 */
const datMonthRecordSchema = v.object({
  ...monthRecordSchema.entries,
  datId: v.string(),
  /** False until the summaries show the month record's figures. */
  published: v.boolean(),
  /** False until the earnings of its days, or their corrections, are shared. */
  shared: v.boolean(),
});

export type DatMonthRecord = Stored<typeof datMonthRecordSchema>;

export const readMonthRecord = (value: unknown): DatMonthRecord =>
  v.parse(datMonthRecordSchema, value);

const queuedSchema = v.object({
  ...monthRecordSchema.entries,
  work: v.object({ key: v.string(), names: v.array(v.string()) }),
  label: v.string(),
  /** The files that name the work without a figure; the names last while one of these files counts. */
  namedBy: v.exactOptional(v.array(v.string())),
});

export type QueuedMonthRecord = Stored<typeof queuedSchema>;

export const readQueuedMonthRecord = (value: unknown): QueuedMonthRecord =>
  v.parse(queuedSchema, value);
