import * as v from 'valibot';

/** `artistNames/{key}`: who took one way to read a name. */
export const artistNamePlace = v.object({ uid: v.string() });

/** `artistNamesOf/{uid}`: the name of an account, and the places it has for it. */
export const heldArtistName = v.object({
  /** As the user document has it; empty once someone else took the name over. */
  name: v.string(),
  keys: v.array(v.string()),
  at: v.number(),
});

export type HeldArtistName = v.InferOutput<typeof heldArtistName>;
