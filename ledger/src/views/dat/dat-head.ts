import type { Dat } from '@datchain/shared/domain/dats.ts';
import { analyticsHref, certificateHref, datHref } from '../page/addresses.ts';
import type { PageHead } from '../page/page-head.ts';

/** 'Night Bus to Lagos by Ada Okonjo' */
export const byline = (dat: Dat): string =>
  [dat.songName, dat.artistName].filter(Boolean).join(' by ');

/** Search engines must not index a taken-down work. */
const hidden = ({ takenDown }: Dat): Pick<PageHead, 'noindex'> =>
  takenDown ? { noindex: true } : {};

export const datHead = (dat: Dat): PageHead => ({
  title: byline(dat),
  description: `${byline(dat)}, released in ${dat.editions.length} numbered editions: price, owners and credits.`,
  path: datHref(dat.id),
  isPlayable: !dat.takenDown,
  ...hidden(dat),
});

export const analyticsHead = (dat: Dat): PageHead => ({
  title: `Analytics of ${byline(dat)}`,
  description: `Public streaming analytics of ${byline(dat)}.`,
  path: analyticsHref(dat.id),
  ...hidden(dat),
});

/** Builds the sharing metadata of the certificates; search engines find the DAT's own page. */
export const certificateHead = (dat: Dat): PageHead => ({
  title: `Edition certificate of ${byline(dat)}`,
  description: `Who holds a numbered edition of ${byline(dat)}, and since when, as the public ledger shows now. ${dat.tier}, ${dat.editions.length} editions.`,
  path: certificateHref(dat.id),
  noindex: true,
});
