import { rates } from './config.ts';
import { formatShare } from './format.ts';
import type { SharePpm } from './units.ts';

/** Who pays what streams earn (N-FIG-04): the sentence that stands wherever a share is named. */
export const WHO_PAYS = 'datchain pays it; the artist gives up nothing.';

/** A share of streams as screens name it: '2.5% of the 5%' (N-FIG-04). */
export const formatStreamShare = (sharePpm: SharePpm): string =>
  `${formatShare(sharePpm)} of the ${formatShare(rates.streamSharePpm)}`;
