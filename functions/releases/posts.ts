import type { StoredPost } from '@datchain/shared/contracts/documents/music-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import { isWithin, measureSize } from '@datchain/shared/domain/document-size.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';

/** An element of `posts` as stored, in one of its spellings; old data may hold anything. */
export type Post = unknown;

export const readPosts = (summary: Data | undefined): Post[] => readList(summary?.posts);

/** Reads a post's content id in either spelling (R-REL-12). */
export const readContentId = (post: Post): string =>
  isRecord(post) ? readText(post.contentId) || readText(post.id) : '';

/** The share of a document's size limit. Each release rewrites the last document, so it stays small. */
const MAX_POSTS_SHARE = 0.25;

export function withPost(posts: readonly Post[], post: StoredPost): Post[] | undefined {
  const next = [...posts, { ...post }];
  return isWithin(measureSize(next), MAX_POSTS_SHARE) ? next : undefined;
}

/** Sets the DAT of the posts with this content; undefined without such posts. */
export function withDat(
  posts: readonly Post[],
  contentId: string,
  datId: string,
): Post[] | undefined {
  if (!posts.some((post) => readContentId(post) === contentId)) return undefined;
  return posts.map((post) =>
    isRecord(post) && readContentId(post) === contentId ? { ...post, datId } : post,
  );
}

interface FoundPost {
  readonly number: number;
  readonly post: Post;
}

/** A cache of the page on which a content was last seen. It is only a hint: the page itself is read. */
const pageCache = new Map<string, number>();

const postIn = (posts: readonly Post[], contentId: string): Post | undefined =>
  posts.find((post) => readContentId(post) === contentId);

/** Finds the post of an existing release. All of them are read only when the cache misses. */
export async function findPost(
  { store, pages }: Pick<Services, 'store' | 'pages'>,
  contentId: string,
): Promise<FoundPost | undefined> {
  const hint = pageCache.get(contentId);
  if (hint !== undefined) {
    const path = docs.musicPage(hint);
    const post = postIn(readPosts((await store.read([path])).get(path)?.data), contentId);
    if (post !== undefined) return { number: hint, post };
  }
  pageCache.clear();
  let found: FoundPost | undefined;
  for (const { number, data } of await pages.allMusic()) {
    const posts = readPosts(data);
    for (const post of posts) pageCache.set(readContentId(post), number);
    const post = found ? undefined : postIn(posts, contentId);
    if (post !== undefined) found = { number, post };
  }
  return found;
}
