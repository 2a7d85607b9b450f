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

/** Returns a page of the artists whom the caller follows; nobody else sees them (N-PPL-07). */
export const getFollows = {
  name: 'getFollows',
  input: v.strictObject({
    after: v.optional(
      v.pipe(v.string(), v.regex(/^(?!__.*__$)[\w-]{1,128}$/, 'There is no such page.')),
    ),
  }),
  output: v.object({
    artists: v.array(v.object({ username: v.string(), name: v.string() })),
    /** The cursor of the next page; null on the last one. */
    next: v.nullable(v.string()),
  }),
} as const;

export type FollowsPage = v.InferOutput<typeof getFollows.output>;
export type FollowState = v.InferOutput<typeof followArtist.output>;
