import { formatCount } from '@datchain/shared/domain/format.ts';
import type { ReleaseSummary } from '@datchain/shared/domain/release/draft.ts';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { useState } from 'react';
import { SummaryRow } from './summary-row.tsx';
import { type SummarySearch, useSummarySearch } from './use-summary-search.ts';

const MAX_QUERY_LENGTH = 80;
const MAX_RESULTS = 50;

type SearchDialogProps = {
  open: boolean;
  onClose: () => void;
  onPick: (summary: ReleaseSummary) => void;
  /** Restricts the search to one artist, for users who release only their own works (N-PPL-09). */
  artistId: string | undefined;
};

/** Searches existing releases in a popup (R-REL-08). */
export function SearchDialog({ open, onClose, onPick, artistId }: SearchDialogProps) {
  return (
    <Dialog open={open} title="Search existing releases" onClose={onClose} wide>
      {open && <Search onPick={onPick} artistId={artistId} />}
    </Dialog>
  );
}

function Search({ onPick, artistId }: Pick<SearchDialogProps, 'onPick' | 'artistId'>) {
  const [text, setText] = useState('');
  const search = useSummarySearch(text, artistId);
  return (
    <div className="summary-search">
      <TextField
        label="Song, artist or album"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={MAX_QUERY_LENGTH}
        value={text}
        onChange={setText}
        data-autofocus
      />
      <p className="small muted" role="status">
        {statusText(search)}
        {artistId && search.state === 'found' && ' Only your own releases are searched.'}
      </p>
      {search.state === 'found' && (
        <ul className="summary-list">
          {search.found.slice(0, MAX_RESULTS).map((summary, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: existing releases can be stored twice, and some have no id
            <SummaryRow key={index} summary={summary} onPick={onPick} />
          ))}
        </ul>
      )}
    </div>
  );
}

function statusText(search: SummarySearch): string {
  if (search.state === 'idle') return 'Type part of its name.';
  if (search.state === 'searching') return 'Searching…';
  const { length } = search.found;
  if (search.isFailure) return 'No results. The releases could not be loaded.';
  if (length === 0) return 'No results.';
  if (length > MAX_RESULTS) return `The first ${MAX_RESULTS} of ${formatCount(length)} results.`;
  return length === 1 ? '1 result' : `${length} results`;
}
