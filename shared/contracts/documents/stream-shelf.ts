import * as v from 'valibot';
import { platforms } from '../../domain/streams/platforms.ts';
import type { Shelf } from '../../domain/streams/shelf.ts';
import type { Work } from '../../domain/streams/works.ts';

/**
 * `streams/{datId}:{platform}:{month}` and `streamQueue/{id}`. Only the importer writes them, so
 * reading is strict: anything that does not fit is a bug to expose.
 */
const whole = v.pipe(v.number(), v.safeInteger());
const claim = v.pipe(
  v.object({
    streams: whole,
    downloads: v.optional(whole),
    from: whole,
    until: whole,
    file: v.string(),
    lines: whole,
    complete: v.boolean(),
    settled: v.boolean(),
  }),
  // Absent and undefined are the same here, but not for the type checker.
  v.transform(({ downloads, ...rest }) =>
    downloads === undefined ? rest : { ...rest, downloads },
  ),
);
const bySource = v.record(v.string(), v.record(v.string(), v.record(v.string(), v.array(claim))));

const shelf = {
  platform: v.picklist(platforms),
  month: v.string(),
  days: bySource,
  months: bySource,
  periods: bySource,
};

const shelfSchema = v.object({ ...shelf, datId: v.string(), published: v.boolean() });

/** A shelf of a DAT. `published` is false until the summaries show what it says. */
export interface DatShelf extends Shelf {
  readonly datId: string;
  readonly published: boolean;
}

export const readShelf = (value: unknown): DatShelf => v.parse(shelfSchema, value);

const queuedSchema = v.object({
  ...shelf,
  work: v.object({ key: v.string(), names: v.array(v.string()) }),
  /** A title and artist as a report spells them, for people. */
  label: v.string(),
});

/** A shelf that waits for the DAT its work belongs to. */
export interface QueuedShelf extends Shelf {
  readonly work: Work;
  readonly label: string;
}

export const readQueuedShelf = (value: unknown): QueuedShelf => v.parse(queuedSchema, value);
