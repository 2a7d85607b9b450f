import * as v from 'valibot';
import type { Stored } from '../../domain/stored.ts';
import { shelfSchema } from '../../domain/streams/shelf-schema.ts';

/**
 * The shelves of `streams/{datId}:{platform}:{month}` and `streamQueue/{id}`. Only the importer writes them,
 * so reading is strict.
 */
const datShelfSchema = v.object({
  ...shelfSchema.entries,
  datId: v.string(),
  /** False until the summaries show the shelf's figures. */
  published: v.boolean(),
  /** False until the earnings of its days, or their corrections, are shared. */
  shared: v.boolean(),
});

export type DatShelf = Stored<typeof datShelfSchema>;

export const readShelf = (value: unknown): DatShelf => v.parse(datShelfSchema, value);

const queuedSchema = v.object({
  ...shelfSchema.entries,
  work: v.object({ key: v.string(), names: v.array(v.string()) }),
  label: v.string(),
  /** The files that name the work without a figure; the names last while one of these files counts. */
  namedBy: v.exactOptional(v.array(v.string())),
});

export type QueuedShelf = Stored<typeof queuedSchema>;

export const readQueuedShelf = (value: unknown): QueuedShelf => v.parse(queuedSchema, value);
