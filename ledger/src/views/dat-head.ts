import type { Dat } from '@datchain/shared/domain/dats.ts';
import { analyticsHref, datHref } from './addresses.ts';
import type { PageHead } from './page-head.ts';

/** 'Night Bus to Lagos by Ada Okonjo' */
export const byline = (dat: Dat): string =>
  [dat.songName, dat.artistName].filter(Boolean).join(' by ');

/** Search engines forget what was taken down. */
const hidden = ({ takenDown }: Dat): Pick<PageHead, 'noindex'> =>
  takenDown ? { noindex: true } : {};

/** What a DAT's page says about itself. */
export const datHead = (dat: Dat): PageHead => ({
  title: byline(dat),
  description: `${byline(dat)}, released in ${dat.editions.length} numbered editions: price, owners and credits.`,
  path: datHref(dat.id),
  ...hidden(dat),
});

export const analyticsHead = (dat: Dat): PageHead => ({
  title: `Analytics of ${byline(dat)}`,
  description: `Public streaming analytics of ${byline(dat)}.`,
  path: analyticsHref(dat.id),
  ...hidden(dat),
});
