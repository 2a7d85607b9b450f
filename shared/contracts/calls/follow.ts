import * as v from 'valibot';

const notFound = 'No artist has this name.';

/** Follows or unfollows an artist by username (N-PPL-07); without a choice, returns the current state. */
export const followArtist = {
  name: 'followArtist',
  input: v.strictObject({
    username: v.pipe(v.string(), v.regex(/^(?!__.*__$)\w[\w.-]{0,49}$/, notFound)),
    isWanted: v.optional(v.boolean()),
  }),
  output: v.object({
    isFollowed: v.boolean(),
    /** The number of followers, which is public; who they are is not. */
    followers: v.number(),
    name: v.string(),
  }),
} as const;

export type FollowState = v.InferOutput<typeof followArtist.output>;
