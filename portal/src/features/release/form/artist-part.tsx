import { emptyNewArtist, type Profile } from '@datchain/shared/domain/release/draft.ts';
import { useEffect, useRef } from 'react';
import { Segmented } from '../../../app/segmented.tsx';
import { ArtistSearch } from './artist-search.tsx';
import { fieldId } from './field-id.ts';
import type { ErrorAt } from './form-problems.ts';
import { NewArtistForm } from './new-artist-form.tsx';
import { useOwnArtist } from './use-own-artist.ts';
import type { DraftControls } from './use-release-draft.ts';

const answers = [
  { name: 'yes', text: 'Yes' },
  { name: 'no', text: 'No' },
] as const;

type ArtistPartProps = { controls: DraftControls; errorAt: ErrorAt };

/** Chooses the artist of a release: an existing profile, or a new artist (R-REL-03). */
export function ArtistPart({ controls, errorAt }: ArtistPartProps) {
  const own = useOwnArtist();
  return own ? (
    <OwnArtist own={own} controls={controls} />
  ) : (
    <AnyArtist controls={controls} errorAt={errorAt} />
  );
}

/** Shows an artist who applied, and so releases only their own works (N-PPL-09). */
function OwnArtist({
  own,
  controls: { draft, change },
}: {
  own: Profile;
  controls: DraftControls;
}) {
  const isSelected = draft.hasProfile === 'yes' && draft.selectedArtist?.uid === own.uid;
  useEffect(() => {
    if (!isSelected) change({ hasProfile: 'yes', selectedArtist: own });
  });
  return (
    <div>
      <p className="field-label">Artist</p>
      <p className="break">
        {own.artistName} (@{own.username})
      </p>
      <p className="field-hint">You release your own works.</p>
    </div>
  );
}

function AnyArtist({ controls: { draft, change }, errorAt }: ArtistPartProps) {
  const { hasProfile, selectedArtist, newArtist } = draft;

  const answer = (next: 'yes' | 'no') => {
    if (next === hasProfile) return;
    // An artist created here has a profile from now on; a picked one is not new.
    change({ hasProfile: next, selectedArtist: next === 'yes' ? selectedArtist : null });
  };

  return (
    <>
      <Segmented
        // Without an artist field, the question takes its id.
        id={hasProfile === null ? fieldId('selectedArtist') : undefined}
        label="Do you have an artist profile?"
        options={answers}
        value={hasProfile}
        onChange={answer}
        error={hasProfile === null ? errorAt('selectedArtist') : undefined}
      />
      {hasProfile === 'yes' && (
        <ArtistSearch
          selected={selectedArtist}
          onSelect={(artist) => change({ selectedArtist: artist })}
          error={errorAt('selectedArtist')}
        />
      )}
      {hasProfile === 'no' && !selectedArtist && (
        <NewArtistForm
          artist={newArtist}
          onChange={(artist) => change({ newArtist: artist })}
          onCreated={(artist) => change({ selectedArtist: artist, newArtist: emptyNewArtist })}
          error={errorAt('email')}
        />
      )}
      {hasProfile === 'no' && selectedArtist && <Created artist={selectedArtist} />}
    </>
  );
}

function Created({ artist: { username, artistName } }: { artist: Profile }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) notice.current?.focus();
  }, []);
  return (
    <div className="notice" role="status" tabIndex={-1} ref={notice}>
      <p>
        <strong>Account successfully created</strong>
      </p>
      <p className="break">
        @{username}, {artistName}
      </p>
    </div>
  );
}
