import type { StoredPost } from '@datchain/shared/contracts/documents/music-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import { isWithin, sizeOf } from '@datchain/shared/domain/document-size.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';

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

interface FoundPost {
  /** Of the music summary that has it. */
  readonly number: number;
  readonly post: Post;
}

/** On which page this process last saw a content. Only a hint: the page itself is asked. */
const seenOn = new Map<string, number>();

const postIn = (posts: readonly Post[], contentId: string): Post | undefined =>
  posts.find((post) => contentIdOf(post) === contentId);

/** The post of a catalogue item. Reads the whole catalogue only for a content not seen before. */
export async function findPost(
  { store, pages }: Pick<Services, 'store' | 'pages'>,
  contentId: string,
): Promise<FoundPost | undefined> {
  const hint = seenOn.get(contentId);
  if (hint !== undefined) {
    const path = docs.musicPage(hint);
    const post = postIn(postsOf((await store.read([path])).get(path)?.data), contentId);
    if (post !== undefined) return { number: hint, post };
  }
  seenOn.clear();
  let found: FoundPost | undefined;
  for (const { number, data } of await pages.allMusic()) {
    const posts = postsOf(data);
    for (const post of posts) seenOn.set(contentIdOf(post), number);
    const post = found ? undefined : postIn(posts, contentId);
    if (post !== undefined) found = { number, post };
  }
  return found;
}
