import { formatDateTime } from '@datchain/shared/domain/format.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { StructuredData } from './structured-data.ts';

export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The canonical path. */
  readonly path: string;
  /** Left out of search engines: fallbacks and 404. */
  readonly noindex?: boolean;
  /** The sharing picture, 1200 by 630; the site's own by default. */
  readonly image?: string | undefined;
  readonly audio?: string | undefined;
  /** Whether other sites may embed the page as a player. */
  readonly isPlayable?: boolean;
  readonly data?: ((site: URL) => StructuredData) | undefined;
  readonly feed?: string | undefined;
}

export const siteImage = '/share/site.jpg';

/** 'Night Bus to Lagos by Ada Okonjo - datchain'; a title that begins with the name stays. */
export const pageTitle = (title: string): string =>
  title.startsWith(brandName) ? title : `${title} - ${brandName}`;

/** Formats the footer's stamp; undefined for a page without data. */
export const dataStamp = (changedAt: Millis | undefined): string | undefined =>
  changedAt === undefined ? undefined : `Data as of ${formatDateTime(changedAt)}.`;
