import * as v from 'valibot';
import { count } from '../../domain/whole.ts';

/** `erased/{uid}`: a user was erased, and no token of theirs writes any more (N-PPL-15). */
export const erasedSchema = v.object({
  uid: v.string(),
  at: count,
  /** How many works keep their name; with any, artist name and username stay. */
  works: count,
});
