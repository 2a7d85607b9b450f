import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { download, NotHad } from './download.ts';
import { NoPicture, type PictureCache, type SitePicture } from './picture-cache.ts';
import type { ArtworkStorage } from './storage-address.ts';

export interface PictureOptions {
  readonly storage: ArtworkStorage;
  readonly cacheDir: string;
  readonly patienceMillis?: number;
}

export interface PreparedPictures<T extends Dat = Dat> {
  /** The works, with addresses of the site where it has the picture, and none where there is no picture. */
  readonly dats: readonly T[];
  /** Pictures that are not shown, for the report. */
  readonly problems: readonly LeftOut[];
  /** The pictures of each work that the site has, by its id; nothing of those without any. */
  readonly pictures: ReadonlyMap<string, readonly SitePicture[]>;
}

/** A picture of the file storage that the site is to serve itself. */
export interface WantedPicture {
  readonly url: URL;
  /** In the cache; the same for the same picture in the same sizes. */
  readonly name: string;
  /** 'artwork of dat-1', for the report. */
  readonly what: string;
}

export type Verdict = 'had' | 'no picture' | 'later';

const AT_ONCE = 2;
/** New pictures of one rebuild may take so long; the rest comes with the next ones. */
export const PATIENCE_MILLIS = 120_000;

/** Fetches what is missing in the cache until the time is up. @returns what is to be shown of each, and what failed */
export async function fetchPictures(
  wanted: readonly WantedPicture[],
  cache: PictureCache,
  patienceMillis: number,
): Promise<{ verdicts: ReadonlyMap<string, Verdict>; problems: LeftOut[] }> {
  const verdicts = new Map<string, Verdict>();
  const problems: LeftOut[] = [];
  const giveUpAt = performance.now() + patienceMillis;
  let left = 0;

  const prepare = async ({ url, name, what }: WantedPicture): Promise<Verdict> => {
    if (cache.has(name)) return 'had';
    const known = await cache.problemOf(name);
    try {
      if (known !== undefined) throw new NoPicture(known);
      if (performance.now() > giveUpAt) {
        left += 1;
        return 'later';
      }
      await cache.add(name, await download(url));
      return 'had';
    } catch (error) {
      if (!(error instanceof NoPicture || error instanceof NotHad)) throw error;
      problems.push({ what, problem: `cannot be used: ${error.message}` });
      return error instanceof NoPicture ? 'no picture' : 'later';
    }
  };
  const queue = new Map(wanted.map((one) => [one.name, one])).values();
  const work = async () => {
    for (const one of queue) verdicts.set(one.name, await prepare(one));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  problems.sort((a, b) => (a.what < b.what ? -1 : 1));
  if (left > 0)
    problems.push({ what: `${left} new pictures`, problem: 'wait for the next rebuild' });
  return { verdicts, problems };
}
