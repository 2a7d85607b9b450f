import * as v from 'valibot';
import { count } from '../../domain/whole.ts';

/** The tombstone of an erased user, `erased/{uid}`: their tokens can no longer write (N-PPL-15). */
export const erasedSchema = v.object({
  uid: v.string(),
  at: count,
  /** The works that keep their name; if there are any, artist name and username stay. */
  works: count,
});
