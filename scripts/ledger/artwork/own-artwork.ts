import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dat } from '../../../shared/domain/dats.ts';
import { fingerprint } from '../fingerprint.ts';
import { download, NotHad } from './download.ts';
import { NoPicture, SLEEVE_VERSION, SleeveCache } from './sleeves.ts';
import { type ArtworkStorage, downloadUrl } from './storage-address.ts';

/** The folder of the site with the artwork of released works, as small as pages show it. */
export const sleeveFolder = 'sleeves';

const AT_ONCE = 2;
/** New pictures of one rebuild may take so long; the rest comes with the next ones. */
const PATIENCE_MILLIS = 120_000;

export interface ArtworkOptions {
  readonly storage: ArtworkStorage;
  /** Where sleeves are kept between rebuilds. */
  readonly cacheDir: string;
  readonly patienceMillis?: number;
}

interface Wanted {
  readonly dat: Dat;
  readonly url: URL;
  /** In the cache. */
  readonly name: string;
  /** In the site; the id comes first, which the catalogue then need not repeat. */
  readonly siteName: string;
}

export interface PreparedArtwork<T extends Dat = Dat> {
  /** The works, with addresses of the site where there is a sleeve, and none where there is no picture. */
  readonly dats: readonly T[];
  /** In words, for the report. */
  readonly problems: readonly string[];
  /** Puts the sleeves into a site. */
  readonly place: (siteDir: string) => Promise<void>;
}

function wantedOf(dat: Dat, storage: ArtworkStorage): Wanted[] {
  const url = downloadUrl(dat.artworkUrl, storage);
  if (!url) return [];
  const name = fingerprint([SLEEVE_VERSION, url.href]);
  return [{ dat, url, name, siteName: `${dat.id}-${name.slice(0, 8)}` }];
}

type Verdict = 'sleeve' | 'no picture' | 'later';

/** Fetches what is missing in the cache, some at a time, until the time is up. */
async function prepareAll(
  wanted: readonly Wanted[],
  cache: SleeveCache,
  patienceMillis: number,
): Promise<{ verdicts: Map<string, Verdict>; problems: string[] }> {
  const verdicts = new Map<string, Verdict>();
  const problems: string[] = [];
  const giveUpAt = performance.now() + patienceMillis;
  let left = 0;

  const prepare = async ({ dat, url, name }: Wanted): Promise<Verdict> => {
    if (cache.has(name)) return 'sleeve';
    const known = await cache.problemOf(name);
    try {
      if (known !== undefined) throw new NoPicture(known);
      if (performance.now() > giveUpAt) {
        left += 1;
        return 'later';
      }
      await cache.add(name, await download(url));
      return 'sleeve';
    } catch (error) {
      if (!(error instanceof NoPicture || error instanceof NotHad)) throw error;
      problems.push(`The artwork of ${dat.id} cannot be used: ${error.message}.`);
      return error instanceof NoPicture ? 'no picture' : 'later';
    }
  };
  const queue = wanted.values();
  const work = async () => {
    for (const one of queue) verdicts.set(one.dat.id, await prepare(one));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (left > 0) problems.push(`${left} new pictures are left to the next rebuild.`);
  return { verdicts, problems: problems.sort() };
}

/**
 * Makes small sleeves of the artwork that was uploaded with releases: up to 20 MB, which no list
 * should load. Each picture is fetched once; what cannot be had now keeps its own address and is
 * tried again by the next rebuild, and what is no picture is shown as none.
 */
export async function prepareArtwork<T extends Dat>(
  dats: readonly T[],
  { storage, cacheDir, patienceMillis = PATIENCE_MILLIS }: ArtworkOptions,
): Promise<PreparedArtwork<T>> {
  const wanted = dats.flatMap((dat) => wantedOf(dat, storage));
  if (wanted.length === 0) return { dats, problems: [], place: async () => {} };
  const cache = await SleeveCache.open(cacheDir);
  const { verdicts, problems } = await prepareAll(wanted, cache, patienceMillis);
  const sleeves = wanted.filter(({ dat }) => verdicts.get(dat.id) === 'sleeve');
  const addresses = new Map(
    sleeves.map(({ dat, siteName }) => [dat.id, `/${sleeveFolder}/${siteName}.webp`]),
  );
  for (const [id, verdict] of verdicts) if (verdict === 'no picture') addresses.set(id, '');
  return {
    dats: dats.map((dat) => ({ ...dat, artworkUrl: addresses.get(dat.id) ?? dat.artworkUrl })),
    problems,
    async place(siteDir) {
      const folder = join(siteDir, sleeveFolder);
      await mkdir(folder, { recursive: true });
      for (const { name, siteName } of sleeves) await cache.place(name, folder, siteName);
    },
  };
}
