import * as v from 'valibot';
import { shownLine } from '../public-text.ts';

/** A release whose followers are still to be notified, `releaseNews/{datId}`; server only. */
export const releaseNewsSchema = v.object({
  artistUid: v.string(),
  datId: v.string(),
  /** The time of the release: later followers are not notified. */
  at: v.number(),
  /** The path of the last notified follower; '' for none. */
  after: v.string(),
});

export type ReleaseNews = v.InferOutput<typeof releaseNewsSchema>;

export const artistReleasedSchema = v.object({
  kind: v.literal('artist-released'),
  at: v.number(),
  datId: v.string(),
  artist: shownLine,
});

export type ArtistReleased = v.InferOutput<typeof artistReleasedSchema>;
