import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { allDone } from '../all-done.ts';
import { fingerprint } from '../fingerprint.ts';
import { keepFile } from '../kept-file.ts';
import type { SiteTree } from '../site-tree.ts';
import { CARD_VERSION, type CardText, drawCard } from './card.ts';

const CONCURRENCY = 4;
const folder = 'share';
const ownFile = `${folder}/site.jpg`;
const ownText: CardText = {
  title: 'Music in numbered editions',
  artist: '',
  note: 'The marketplace and its public ledger',
};

export function cardText({ songName, artistName, tier, editions }: Dat): CardText {
  const count = editions.length;
  const note = `${tier}, ${count} numbered ${count === 1 ? 'edition' : 'editions'}`;
  return { title: songName, artist: artistName, note };
}

/** Returns the address of the picture beside links to a work: another one whenever the card is to be another. */
export function shareImageHref(dat: Dat): string {
  const name = fingerprint([CARD_VERSION, cardText(dat), dat.artworkUrl]);
  return `/${folder}/${dat.id}-${name}.jpg`;
}

interface Pictured extends Pick<Dat, 'id' | 'artworkUrl'> {
  readonly image: string;
}

/** Whether an address is that of a sleeve of the site: artwork elsewhere is not fetched. */
const isSleeve = (address: string): boolean => /^\/sleeves\/[\w-]+\.webp$/.test(address);

/** Draws a card into the cache. @returns false when its artwork cannot be had now */
async function keepCard(card: string, sleeve: string, text: () => CardText): Promise<boolean> {
  const artwork = await readFile(sleeve).catch(() => undefined);
  const drawn = artwork && (await drawCard(text(), artwork).catch(() => undefined));
  if (drawn) await keepFile(card, drawn);
  return drawn !== undefined;
}

/**
 * Gives a site the cards of all works, and its own. A work without its artwork gets the site's, and is tried again.
 *
 * @param cacheDir keeps cards between rebuilds, under their paths in the site
 * @param textOf tells the words on a card that is to be drawn
 * @returns how many cards were drawn
 */
export async function writeShareImages(
  site: SiteTree,
  works: readonly Pictured[],
  cacheDir: string,
  textOf: (datId: string) => CardText,
): Promise<number> {
  if (!site.has(ownFile)) site.write(ownFile, await drawCard(ownText, undefined));
  const ownPath = join(site.dir, ownFile);
  const { size } = statSync(ownPath);
  // A card of the same size by chance is linked again, without harm.
  const isLikeOwn = (file: string) => statSync(join(site.dir, file)).size === size;
  const there = new Set(site.filesIn(folder).map((name) => `${folder}/${name}`));
  const wanted = new Set([ownFile]);
  const queue = works.values();
  let drawn = 0;
  const work = async () => {
    for (const { id, image, artworkUrl } of queue) {
      const file = image.slice(1);
      wanted.add(file);
      if (there.has(file) && !(isSleeve(artworkUrl) && isLikeOwn(file))) continue;
      const card = join(cacheDir, file);
      const sleeve = join(site.dir, artworkUrl);
      const isMissing = isSleeve(artworkUrl) && !existsSync(card);
      if (isMissing && (await keepCard(card, sleeve, () => textOf(id)))) drawn += 1;
      if (existsSync(card)) site.link(card, file);
      else if (!there.has(file)) site.link(ownPath, file);
    }
  };
  await allDone(Array.from({ length: CONCURRENCY }, work));
  for (const file of there) if (!wanted.has(file)) site.remove(file);
  return drawn;
}
