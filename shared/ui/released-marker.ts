import { tabStore } from './site-data.ts';

/** Session storage key: this tab has just released a DAT, and the landing says so. */
export const releasedMarkerKey = 'datchain.released';

export interface ReleasedMarker {
  readonly datId: string;
  readonly songName: string;
  /** Released as the artist's own; an operator releases for others. */
  readonly isOwn: boolean;
}

/** Leaves the news of a release for the next page. */
export const setReleasedMarker = (marker: ReleasedMarker): void =>
  tabStore.setItem(releasedMarkerKey, JSON.stringify(marker));

/** The news, once; undefined when there is none, or none that can be read. */
export function takeReleasedMarker(): ReleasedMarker | undefined {
  const stored = tabStore.getItem(releasedMarkerKey);
  if (stored === null) return undefined;
  tabStore.removeItem(releasedMarkerKey);
  try {
    const { datId, songName, isOwn } = JSON.parse(stored);
    if (typeof datId !== 'string' || datId === '' || typeof songName !== 'string') return undefined;
    return { datId, songName, isOwn: isOwn === true };
  } catch {
    return undefined;
  }
}
