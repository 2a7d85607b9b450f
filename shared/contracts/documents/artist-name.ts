import * as v from 'valibot';

/** The owner of one key of a name, `artistNames/{key}`. */
export const artistNamePlace = v.object({ uid: v.string() });

/** An account's name with its keys, `artistNamesOf/{uid}`. */
export const heldArtistName = v.object({
  /** The name as in the user document; '' once someone else has taken it. */
  name: v.string(),
  keys: v.array(v.string()),
  at: v.number(),
});

export type HeldArtistName = v.InferOutput<typeof heldArtistName>;
