import * as v from 'valibot';

const notFound = 'No artist has this name.';

/** Whether the caller follows an artist, named by username (N-PPL-07); without a choice, as it is now. */
export const followArtist = {
  name: 'followArtist',
  input: v.strictObject({
    username: v.pipe(v.string(), v.regex(/^(?!__.*__$)\w[\w.-]{0,49}$/, notFound)),
    isWanted: v.optional(v.boolean()),
  }),
  output: v.object({
    isFollowed: v.boolean(),
    /** How many follow them: public, who they are is not. */
    followers: v.number(),
    name: v.string(),
  }),
} as const;

export type FollowState = v.InferOutput<typeof followArtist.output>;
