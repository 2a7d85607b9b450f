import type { ReleaseSummary } from '@datchain/shared/domain/release/draft.ts';
import { useId, useState } from 'react';

type SummaryRowProps = {
  summary: ReleaseSummary;
  onPick: (summary: ReleaseSummary) => void;
};

export function SummaryRow({ summary, onPick }: SummaryRowProps) {
  const id = useId();
  const [isRefused, setIsRefused] = useState(false);
  if (summary.datId !== '') {
    return (
      <li>
        <a className="summary-row" href={`/viewdat/${encodeURIComponent(summary.datId)}`}>
          <SummaryNames summary={summary} />
          <span className="small">Already a DAT</span>
        </a>
      </li>
    );
  }
  const pick = () => {
    if (summary.contentId === '') setIsRefused(true);
    else onPick(summary);
  };
  return (
    <li>
      <button
        type="button"
        className="summary-row"
        onClick={pick}
        aria-describedby={isRefused ? id : undefined}
      >
        <SummaryNames summary={summary} />
      </button>
      <div aria-live="assertive">
        {isRefused && (
          <p className="field-error summary-refused" id={id}>
            This item is missing a contentId.
          </p>
        )}
      </div>
    </li>
  );
}

/** Shows song, album and artist (R-REL-12). */
export const SummaryNames = ({ summary }: { summary: ReleaseSummary }) => (
  <span className="summary-names">
    <strong dir="auto">{summary.songName}</strong>
    <span className="small" dir="auto">
      {summary.artistName}
    </span>
    <span className="small muted" dir="auto">
      {summary.albumName}
    </span>
  </span>
);
