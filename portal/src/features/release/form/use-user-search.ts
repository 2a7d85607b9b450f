import type { Profile } from '@datchain/shared/domain/release/draft.ts';
import { useEffect, useState } from 'react';

export type UserSearch =
  | { readonly state: 'idle' }
  | { readonly state: 'searching' }
  | { readonly state: 'failed' }
  | { readonly state: 'found'; readonly profiles: readonly Profile[] };

type Search = (query: string, signal: AbortSignal) => Promise<Profile[]>;

const idle: UserSearch = { state: 'idle' };
const searching: UserSearch = { state: 'searching' };
const failed: UserSearch = { state: 'failed' };

/**
 * Searches once the query has been stable for `debounceMillis`. A changed query aborts running
 * searches, so that no old answer appears.
 *
 * @param query undefined while there is nothing to search for
 */
export function useUserSearch(
  query: string | undefined,
  search: Search,
  debounceMillis: number,
): UserSearch {
  const [found, setFound] = useState<{ query: string; search: UserSearch }>();
  useEffect(() => {
    if (query === undefined) return;
    const asking = new AbortController();
    const { signal } = asking;
    let isAnswered = false;
    const timer = setTimeout(async () => {
      const answer = await search(query, signal).then(
        (profiles): UserSearch => ({ state: 'found', profiles }),
        () => failed,
      );
      if (signal.aborted) return;
      isAnswered = true;
      setFound({ query, search: answer });
    }, debounceMillis);
    return () => {
      clearTimeout(timer);
      asking.abort();
      // An update for each key would be too many: see UserComboBox.
      if (isAnswered) setFound(undefined);
    };
  }, [query, search, debounceMillis]);

  if (query === undefined) return idle;
  return found?.query === query ? found.search : searching;
}
