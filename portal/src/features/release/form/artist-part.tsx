import type { DraftProblem, Profile } from '@datchain/shared/domain/release/draft.ts';
import { emptyNewArtist } from '@datchain/shared/domain/release/draft.ts';
import { useEffect, useRef } from 'react';
import { ArtistSearch } from './artist-search.tsx';
import { NewArtistForm } from './new-artist-form.tsx';
import { Segmented } from './segmented.tsx';
import type { DraftControls } from './use-release-draft.ts';

const answers = [
  { name: 'yes', text: 'Yes' },
  { name: 'no', text: 'No' },
] as const;

type ArtistPartProps = { controls: DraftControls; problem: DraftProblem | undefined };

/** Who releases: somebody who has a profile, or a new artist (R-REL-03). */
export function ArtistPart({ controls: { draft, change }, problem }: ArtistPartProps) {
  const { hasProfile, selectedArtist, newArtist } = draft;
  const errorAt = (field: DraftProblem['field']) =>
    problem?.field === field ? problem.message : undefined;

  const answer = (next: 'yes' | 'no') => {
    if (next === hasProfile) return;
    // Who was made here has a profile from now on; who was picked is no new artist.
    change({ hasProfile: next, selectedArtist: next === 'yes' ? selectedArtist : null });
  };

  return (
    <>
      <Segmented
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

/** The new account; it takes the focus, which was in the form that is gone. */
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
