import { rates } from './config.ts';
import { formatShare } from './format.ts';
import type { SharePpm } from './units.ts';

/** The sentence about who pays for streams, shown wherever a share is named (N-FIG-04). */
export const WHO_PAYS = 'datchain pays it; the artist gives up nothing.';

/** Formats a share of streams: '2.5% of the 5%' (N-FIG-04). */
export const formatStreamShare = (sharePpm: SharePpm): string =>
  `${formatShare(sharePpm)} of the ${formatShare(rates.streamSharePpm)}`;

/** The note about months, shown where earnings are listed by month (N-EXP-03). */
export const WHEN_CREDITED =
  'Streams appear in the month in which they were credited; some are from earlier days.';
