import { brandName } from '@datchain/shared/contracts/site.ts';
import { formatDateTime } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';

/** What a page says about itself to browsers, search engines and those who share it. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The page's one address, from the root. */
  readonly path: string;
  /** Left out of search engines: fallbacks and 404. */
  readonly noindex?: boolean;
  readonly image?: string | undefined;
}

/** 'Night Bus to Lagos by Ada Okonjo - datchain' */
export const pageTitle = (title: string): string =>
  title === brandName ? title : `${title} - ${brandName}`;

/** The footer's stamp. A page without data says nothing. */
export const dataStamp = (changedAt: Millis | undefined, note = ''): string | undefined =>
  changedAt === undefined
    ? undefined
    : [`Data as of ${formatDateTime(changedAt)}.`, note].filter(Boolean).join(' ');
