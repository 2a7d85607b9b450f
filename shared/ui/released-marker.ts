import { tabStore } from './site-data.ts';

/** The session storage key of a release that this tab just made; the landing page announces it. */
export const releasedMarkerKey = 'datchain.released';

export interface ReleasedMarker {
  readonly datId: string;
  readonly songName: string;
  /** True for the artist's own release; operators release for others. */
  readonly isOwn: boolean;
}

export const setReleasedMarker = (marker: ReleasedMarker): void =>
  tabStore.setItem(releasedMarkerKey, JSON.stringify(marker));

/** Reads and removes the stored release; undefined if it is missing or unreadable. */
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
