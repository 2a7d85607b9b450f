import * as v from 'valibot';
import { noRest, restSchema } from '../../domain/books/rest.ts';
import { count } from '../../domain/whole.ts';

/** `closures/{uid}`: an account that was closed, with what its owner gave up (N-PPL-03). */
export const closureSchema = v.object({
  uid: v.string(),
  at: count,
  /** Those that were closed before a rest could be given up had none. */
  rest: v.optional(restSchema, noRest),
  /** The works whose later earnings are the platform's; only artists have any (decision 55). */
  works: v.optional(count, 0),
  /** The editions that stay with the account, unnamed, as `{datId}#{number}` (N-FST-06). */
  kept: v.optional(v.array(v.string()), []),
  /** Since when the person is erased. Only the closing of an artist with works is kept so long. */
  erasedAt: v.exactOptional(count),
});

export type Closure = v.InferOutput<typeof closureSchema>;
