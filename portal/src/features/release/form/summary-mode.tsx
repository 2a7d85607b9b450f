import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { fieldId } from './field-id.ts';
import type { ErrorAt } from './form-problems.ts';
import { SearchDialog } from './search-dialog.tsx';
import { SummaryNames } from './summary-row.tsx';
import { TierChoice } from './tier-choice.tsx';
import { useOwnArtist } from './use-own-artist.ts';
import type { DraftControls } from './use-release-draft.ts';

type SummaryModeProps = { controls: DraftControls; errorAt: ErrorAt };

export function SummaryMode({ controls: { draft, change }, errorAt }: SummaryModeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const own = useOwnArtist();
  const { summary } = draft;
  const error = errorAt('summary');
  return (
    <>
      <div className="field">
        <p className="field-label">Existing release</p>
        <div className="file-box" data-invalid={error ? true : undefined}>
          {summary ? (
            <SummaryNames summary={summary} />
          ) : (
            <span className="file-drop muted small">None chosen</span>
          )}
          <span className="file-actions">
            <Button
              variant="plain"
              small
              id={fieldId('summary')}
              aria-describedby={error && 'summary-error'}
              disabled={own === undefined}
              onClick={() => setIsOpen(true)}
            >
              {summary ? 'Search again' : 'Search releases'}
            </Button>
          </span>
        </div>
        <div aria-live="polite">
          {error && (
            <p className="field-error" id="summary-error">
              {error}
            </p>
          )}
        </div>
        <p className="field-hint">
          Artwork, audio, genre and credits are taken from the existing release.
        </p>
      </div>
      <TierChoice value={draft.tier} onChange={(tier) => change({ tier })} />
      <SearchDialog
        open={isOpen}
        artistId={own?.uid}
        onClose={() => setIsOpen(false)}
        onPick={(picked) => {
          change({ summary: picked });
          setIsOpen(false);
        }}
      />
    </>
  );
}
