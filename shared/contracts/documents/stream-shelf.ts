import * as v from 'valibot';
import type { Stored } from '../../domain/stored.ts';
import { shelfSchema } from '../../domain/streams/shelf-schema.ts';

/** `streams/{datId}:{platform}:{month}` and `streamQueue/{id}`. Only the importer writes them: reading is strict. */
const datShelfSchema = v.object({
  ...shelfSchema.entries,
  datId: v.string(),
  /** False until the summaries show what the shelf says. */
  published: v.boolean(),
  /** False until what its days earned is shared, or what their corrections change. */
  shared: v.boolean(),
});

export type DatShelf = Stored<typeof datShelfSchema>;

export const readShelf = (value: unknown): DatShelf => v.parse(datShelfSchema, value);

const queuedSchema = v.object({
  ...shelfSchema.entries,
  work: v.object({ key: v.string(), names: v.array(v.string()) }),
  label: v.string(),
  /** The files that name the work and have no figure of it: what they teach lasts as long as one of them. */
  namedBy: v.exactOptional(v.array(v.string())),
});

export type QueuedShelf = Stored<typeof queuedSchema>;

export const readQueuedShelf = (value: unknown): QueuedShelf => v.parse(queuedSchema, value);
