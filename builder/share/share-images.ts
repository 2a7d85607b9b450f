import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { fingerprint } from '../fingerprint.ts';
import { keepFile } from '../kept-file.ts';
import type { SiteTree } from '../site-tree.ts';
import { CARD_VERSION, drawCard } from './card.ts';
import { isSleeve, readSleeve } from './pictures.ts';

export const shareFolder = 'share';

const AT_ONCE = 4;

/** The picture that is shown beside links to a DAT. */
export interface ShareImage {
  /** Another one whenever the picture is another. */
  readonly file: string;
  readonly text: { title: string; artist: string; note: string };
}

/** What is known of a DAT whose picture may not be drawn yet. */
interface Pictured extends Pick<Dat, 'id' | 'artworkUrl'> {
  readonly image: string;
}

/** The picture that is shown beside links to a DAT. */
export function shareImage(dat: Dat): ShareImage {
  const count = dat.editions.length;
  const text = {
    title: dat.songName,
    artist: dat.artistName,
    note: `${dat.tier}, ${count} numbered ${count === 1 ? 'edition' : 'editions'}`,
  };
  const name = fingerprint([CARD_VERSION, text, dat.artworkUrl]);
  return { file: `${dat.id}-${name}.jpg`, text };
}

/** Its address in the site. */
export const shareImageHref = ({ file }: Pick<ShareImage, 'file'>): string =>
  `/${shareFolder}/${file}`;

const siteText = {
  title: 'Music in numbered editions',
  artist: '',
  note: 'The marketplace and its public ledger',
};

export interface ShareImageOptions {
  readonly sleevesDir: string;
  /** Where pictures are kept between rebuilds, under the same names. */
  readonly cacheDir: string;
  /** What is written on the picture of a DAT, which is only asked for where it is to be drawn. */
  readonly textOf: (datId: string) => ShareImage['text'];
  /** Where it is known: the pictures the site has already that only stand in for another, see GivenImages. */
  readonly standIns?: readonly string[] | undefined;
}

export interface GivenImages {
  readonly drawn: number;
  /** Files that stand in for one whose artwork could not be had and is tried again. */
  readonly standIns: readonly string[];
}

const nameOf = ({ image }: Pictured): string => image.slice(shareFolder.length + 2);

function sameAs(path: string): (other: string) => boolean {
  const { ino, size } = statSync(path);
  return (other) => {
    const found = statSync(other);
    if (found.ino === ino) return true;
    return found.size === size && readFileSync(other).equals(readFileSync(path));
  };
}

/** Draws one picture into the cache; false when its artwork cannot be had now. */
async function draw(
  { id, artworkUrl }: Pictured,
  cached: string,
  options: ShareImageOptions,
): Promise<boolean> {
  const artwork = await readSleeve(artworkUrl, options.sleevesDir);
  const card = artwork && (await drawCard(options.textOf(id), artwork).catch(() => undefined));
  if (!card) return false;
  await keepFile(cached, card);
  return true;
}

/** The site's own picture: like any other it is drawn once, and kept. */
async function ownPicture(cacheDir: string): Promise<Buffer> {
  const cached = join(cacheDir, `site-${fingerprint([CARD_VERSION, siteText])}.jpg`);
  if (!existsSync(cached)) await keepFile(cached, await drawCard(siteText, undefined));
  return readFileSync(cached);
}

/** Gives a site the pictures of all DATS and its own. A work without its artwork gets the site's, and another try. */
export async function writeShareImages(
  site: SiteTree,
  works: readonly Pictured[],
  options: ShareImageOptions,
): Promise<GivenImages> {
  await mkdir(options.cacheDir, { recursive: true });
  const pathOf = (name: string) => `${shareFolder}/${name}`;
  const own = 'site.jpg';
  if (!site.has(pathOf(own))) site.write(pathOf(own), await ownPicture(options.cacheDir));
  const there = new Set(site.filesIn(shareFolder));
  const known = options.standIns && new Set(options.standIns);
  const isLikeOwn = sameAs(join(site.dir, pathOf(own)));
  const isStandIn = (name: string) => known?.has(name) ?? isLikeOwn(join(site.dir, pathOf(name)));
  const wanted = new Set([own]);
  const standIn = (name: string): string => {
    if (!there.has(name)) site.link(join(site.dir, pathOf(own)), pathOf(name));
    return name;
  };
  const left: Pictured[] = [];
  for (const one of works) {
    const name = nameOf(one);
    wanted.add(name);
    if (there.has(name) && !isStandIn(name)) continue;
    // What is elsewhere is not fetched.
    if (isSleeve(one.artworkUrl)) left.push(one);
    else standIn(name);
  }
  const missing: string[] = [];
  const next = left.values();
  let drawn = 0;
  const work = async () => {
    for (const one of next) {
      const name = nameOf(one);
      const cached = join(options.cacheDir, name);
      if (existsSync(cached)) site.link(cached, pathOf(name));
      else if (await draw(one, cached, options)) {
        site.link(cached, pathOf(name));
        drawn += 1;
      } else missing.push(standIn(name));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const name of there) if (!wanted.has(name)) site.remove(pathOf(name));
  return { drawn, standIns: missing.sort() };
}
