import type { ReleaseSummary } from '@datchain/shared/domain/release/draft.ts';
import {
  indexSummaries,
  type SummaryIndex,
  searchSummaries,
} from '@datchain/shared/domain/release/search-summaries.ts';
import { useEffect, useRef, useState } from 'react';
import { readReleaseSummaries } from '../../../lib/data/release-summaries.ts';
import { type Pending, startPending } from './pending.ts';

const DEBOUNCE_MILLIS = 500;

/** The search popup (R-REL-08): searching, then results or 'No results.'. */
export type SummarySearch =
  | { readonly state: 'idle' }
  | { readonly state: 'searching' }
  | {
      readonly state: 'found';
      readonly found: readonly ReleaseSummary[];
      /** Whether loading failed: that is logged, and nothing is found (R-REL-08). */
      readonly isFailure: boolean;
    };

type Answer = { readonly query: string } & Omit<SummarySearch & { state: 'found' }, 'state'>;

/**
 * Searches existing releases while the user types; the popup reads them once.
 *
 * @param artistId restricts the search to this artist's releases
 */
export function useSummarySearch(text: string, artistId?: string): SummarySearch {
  const query = text.trim();
  const loading = useRef<Pending<SummaryIndex>>(undefined);
  const [answer, setAnswer] = useState<Answer>();

  useEffect(() => () => loading.current?.cancel(), []);

  useEffect(() => {
    if (query === '') return;
    let isCurrent = true;
    const show = (next: Answer) => {
      if (isCurrent) setAnswer(next);
    };
    const timer = setTimeout(async () => {
      loading.current ??= startPending((signal) =>
        readReleaseSummaries(signal).then((all) =>
          indexSummaries(artistId ? all.filter((one) => one.artistId === artistId) : all),
        ),
      );
      try {
        const index = await loading.current.done;
        show({ query, found: searchSummaries(index, query), isFailure: false });
      } catch (error) {
        if (!isCurrent) return;
        console.warn('The existing releases could not be loaded.', error);
        loading.current = undefined;
        show({ query, found: [], isFailure: true });
      }
    }, DEBOUNCE_MILLIS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, artistId]);

  if (query === '') return { state: 'idle' };
  if (answer?.query !== query) return { state: 'searching' };
  const { found, isFailure } = answer;
  return { state: 'found', found, isFailure };
}
