import * as v from 'valibot';
import { count, whole } from '../../domain/whole.ts';

const timed = v.object({ id: v.string(), at: v.number() });

const foldSchema = v.object({
  number: count,
  from: v.number(),
  until: v.number(),
  /** The entries with a time in `from` to `until` that were visible then. */
  ids: v.array(v.string()),
  /** Earlier entries that became visible only after their time was folded. */
  late: v.array(timed),
});

const headSchema = v.object({
  number: count,
  /** Entries before this moment are in the subtotals, except those that are not visible yet. */
  until: v.number(),
  /** Late entries are looked for from this moment on; folds that ended earlier are deleted. */
  lateFrom: v.number(),
  entries: count,
  isSupplyShown: v.boolean(),
});

const subtotalSchema = v.object({
  account: v.string(),
  /** The last fold that changed the sums. */
  fold: count,
  /** Sums of postings by asset, without zeros. */
  sums: v.record(v.string(), whole),
});

const comparedSchema = v.object({ fold: count, until: v.number() });

/** Entries that reconciling adds to the subtotals together, `folds/{number}`; server only, kept for a day. */
export type Fold = v.InferOutput<typeof foldSchema>;
/** The state of the subtotals, `foldStates/head`; server only. */
export type FoldHead = v.InferOutput<typeof headSchema>;
/** The sums of an account's postings, `subtotals/{account}`; server only. */
export type Subtotal = v.InferOutput<typeof subtotalSchema>;
/** The last fold whose entries were compared without a difference, `foldStates/compared`. */
export type FoldCompared = v.InferOutput<typeof comparedSchema>;

export const readFold = (value: unknown): Fold => v.parse(foldSchema, value);
export const readFoldHead = (value: unknown): FoldHead => v.parse(headSchema, value);
export const readSubtotal = (value: unknown): Subtotal => v.parse(subtotalSchema, value);
export const readFoldCompared = (value: unknown): FoldCompared | undefined =>
  value === undefined ? undefined : v.parse(comparedSchema, value);
