import type { Profile } from '@datchain/shared/domain/release/draft.ts';
import { useEffect, useState } from 'react';

/** A search for users while somebody types. */
export type UserSearch =
  | { readonly state: 'idle' }
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly profiles: readonly Profile[] };

type Search = (query: string, signal: AbortSignal) => Promise<Profile[]>;

/**
 * Searches when the query has rested for `debounceMillis`. Whatever is still on its way when the
 * query changes is taken back: an old answer never shows.
 *
 * @param query undefined while there is nothing to search for
 */
export function useUserSearch(
  query: string | undefined,
  search: Search,
  debounceMillis: number,
): UserSearch {
  const [found, setFound] = useState<{ query: string; profiles: Profile[] }>();
  useEffect(() => {
    if (query === undefined) return;
    const asking = new AbortController();
    const { signal } = asking;
    const timer = setTimeout(async () => {
      const profiles = await search(query, signal);
      if (!signal.aborted) setFound({ query, profiles });
    }, debounceMillis);
    return () => {
      clearTimeout(timer);
      asking.abort();
      setFound(undefined);
    };
  }, [query, search, debounceMillis]);

  if (query === undefined) return { state: 'idle' };
  if (found?.query !== query) return { state: 'searching' };
  return { state: 'found', profiles: found.profiles };
}
