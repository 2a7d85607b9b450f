import * as v from 'valibot';
import { shownLine } from '../public-text.ts';

/** A release whose followers are still to be told, `releaseNews/{datId}`; closed to browsers. */
export const releaseNewsSchema = v.object({
  artistUid: v.string(),
  datId: v.string(),
  /** When it was released: who follows later is not told. */
  at: v.number(),
  /** The path of the last follower who was told; '' for none. */
  after: v.string(),
});

export type ReleaseNews = v.InferOutput<typeof releaseNewsSchema>;

export const artistReleasedSchema = v.object({
  kind: v.literal('artist-released'),
  at: v.number(),
  datId: v.string(),
  /** As the artist was called in public. */
  artist: shownLine,
});

export type ArtistReleased = v.InferOutput<typeof artistReleasedSchema>;
