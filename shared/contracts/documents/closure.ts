import * as v from 'valibot';
import { noRest, restSchema } from '../../domain/books/rest.ts';
import { count } from '../../domain/whole.ts';

/** A closed account with what its owner gave up, `closures/{uid}` (N-PPL-03). */
export const closureSchema = v.object({
  uid: v.string(),
  at: count,
  /** Missing in old closures, when a rest could not be given up. */
  rest: v.optional(restSchema, noRest),
  /** The number of released works. What they earn later is the platform's (decision 55). */
  works: v.optional(count, 0),
  /** The editions that stay with the account, unnamed, as `{datId}#{number}` (N-FST-06). */
  kept: v.optional(v.array(v.string()), []),
  /** The time of the erasure. Only closures of artists with works are kept that long. */
  erasedAt: v.exactOptional(count),
});

export type Closure = v.InferOutput<typeof closureSchema>;
