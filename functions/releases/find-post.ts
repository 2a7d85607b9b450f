import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Services } from '../services.ts';
import { contentIdOf, type Post, postsOf } from './music-posts.ts';

export interface FoundPost {
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
