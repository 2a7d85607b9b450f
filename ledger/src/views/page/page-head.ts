import { formatDateTime } from '@datchain/shared/domain/format.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
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
  readonly audio?: string | undefined;
  /** Other sites may show the page as a player; they ask how. */
  readonly isPlayable?: boolean;
  readonly data?: ((site: URL) => StructuredData) | undefined;
  readonly feed?: string | undefined;
}

/** The picture of pages that have none of their own. */
export const siteImage = '/share/site.jpg';

/** 'Night Bus to Lagos by Ada Okonjo - datchain'; a title that begins with the name stays. */
export const pageTitle = (title: string): string =>
  title.startsWith(brandName) ? title : `${title} - ${brandName}`;

/** The footer's stamp; a page without data says nothing. */
export const dataStamp = (changedAt: Millis | undefined): string | undefined =>
  changedAt === undefined ? undefined : `Data as of ${formatDateTime(changedAt)}.`;
