import type { StoredPost } from '@datchain/shared/contracts/documents/music-summary.ts';
import { isRecord, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Data } from '../stores/document-store.ts';
import { isWithin, sizeOf } from './document-size.ts';

/** An element of `posts` as stored, in one of its spellings; from older hands it may be anything. */
export type Post = unknown;

export const postsOf = (summary: Data | undefined): Post[] => readList(summary?.posts);

/** Both spellings of a post's content id (R-REL-12). */
export const contentIdOf = (post: Post): string =>
  isRecord(post) ? readText(post.contentId) || readText(post.id) : '';

/** Of a document's limits: each release writes the last document again, so that it stays small. */
const ROOM_FOR_POSTS = 0.25;

/** The posts with a new one at the end; undefined when their document has no room for it. */
export function withPost(posts: readonly Post[], post: StoredPost): Post[] | undefined {
  const next = [...posts, { ...post }];
  return isWithin(sizeOf(next), ROOM_FOR_POSTS) ? next : undefined;
}

/** The posts with the DAT that those of this content have become; undefined when there are none. */
export function withDat(
  posts: readonly Post[],
  contentId: string,
  datId: string,
): Post[] | undefined {
  if (!posts.some((post) => contentIdOf(post) === contentId)) return undefined;
  return posts.map((post) =>
    isRecord(post) && contentIdOf(post) === contentId ? { ...post, datId } : post,
  );
}
