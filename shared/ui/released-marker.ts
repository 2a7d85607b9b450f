import { tabStore } from './site-data.ts';

/** Session storage key: this tab has just released a DAT, and the landing says so. */
export const releasedMarkerKey = 'datchain.released';

export interface ReleasedMarker {
  readonly datId: string;
  readonly songName: string;
}

/** Leaves the news of a release for the next page. */
export function setReleasedMarker({ datId, songName }: ReleasedMarker): void {
  tabStore.setItem(releasedMarkerKey, JSON.stringify({ datId, songName }));
}

/** The news, once; undefined when there is none, or none that can be read. */
export function takeReleasedMarker(): ReleasedMarker | undefined {
  const stored = tabStore.getItem(releasedMarkerKey);
  if (stored === null) return undefined;
  tabStore.removeItem(releasedMarkerKey);
  try {
    const { datId, songName } = JSON.parse(stored);
    if (typeof datId !== 'string' || datId === '' || typeof songName !== 'string') return undefined;
    return { datId, songName };
  } catch {
    return undefined;
  }
}
