import type { Dat } from '@datchain/shared/domain/dats.ts';

/** Feed readers ask every hour, so the newest works are enough; the sitemap has all. */
const NEWEST = 50;

/** Selects the works of a feed, newest first. A work without a release time has no place in one. */
export const inFeed = <Work extends Partial<Pick<Dat, 'releasedAt'>>>(
  works: readonly Work[],
): Work[] => works.filter(({ releasedAt }) => releasedAt !== undefined).slice(0, NEWEST);
