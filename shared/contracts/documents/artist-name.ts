import * as v from 'valibot';

/** `artistNames/{key}`: who has claimed one key of a name. */
export const artistNamePlace = v.object({ uid: v.string() });

/** `artistNamesOf/{uid}`: an account's name, and the keys it has for it. */
export const heldArtistName = v.object({
  /** As the user document has it; empty once someone else has taken the name. */
  name: v.string(),
  keys: v.array(v.string()),
  at: v.number(),
});

export type HeldArtistName = v.InferOutput<typeof heldArtistName>;
