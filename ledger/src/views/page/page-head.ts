import { brandName } from '@datchain/shared/contracts/site.ts';
import { formatDateTime } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { StructuredData } from './structured-data.ts';

/** What a page says about itself to browsers, search engines and those who share it. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The page's one address, from the root. */
  readonly path: string;
  /** Left out of search engines: fallbacks and 404. */
  readonly noindex?: boolean;
  /** The picture shown where the page is shared: 1200 by 630; the site's own without it. */
  readonly image?: string | undefined;
  /** What can be heard where the page is shared. */
  readonly audio?: string | undefined;
  /** Other sites may show the page as a player; they ask how. */
  readonly isPlayable?: boolean;
  /** What the page is about, for search engines. */
  readonly data?: ((site: URL) => StructuredData) | undefined;
  /** The address of the page's own feed. */
  readonly feed?: string | undefined;
}

/** The picture of pages that have none of their own. */
export const siteImage = '/share/site.jpg';

/** 'Night Bus to Lagos by Ada Okonjo - datchain'; a title that begins with the name stays. */
export const pageTitle = (title: string): string =>
  title.startsWith(brandName) ? title : `${title} - ${brandName}`;

/**
 * The footer's stamp. A page without data says nothing. Whether what is shown over it is live, only
 * the page's live line can know.
 */
export const dataStamp = (changedAt: Millis | undefined): string | undefined =>
  changedAt === undefined ? undefined : `Data as of ${formatDateTime(changedAt)}.`;
