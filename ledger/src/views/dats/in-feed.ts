import type { Dat } from '@datchain/shared/domain/dats.ts';

/** Readers ask every hour: the newest are enough, the sitemap has the rest. */
const NEWEST = 50;

/** The works that a feed names, newest first; without a release time a reader could not say when it is new. */
export const inFeed = <Work extends Partial<Pick<Dat, 'releasedAt'>>>(
  works: readonly Work[],
): Work[] => works.filter(({ releasedAt }) => releasedAt !== undefined).slice(0, NEWEST);
