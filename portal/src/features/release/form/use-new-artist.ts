import type { NewArtist, Profile } from '@datchain/shared/domain/release/draft.ts';
import {
  checkNewArtist,
  type NewArtistField,
  type NewArtistProblem,
  tidyNewArtist,
} from '@datchain/shared/domain/release/new-artist.ts';
import { useRef, useState } from 'react';

export type NewArtistState =
  | { readonly step: 'editing'; readonly problem?: NewArtistProblem }
  | { readonly step: 'busy' };

/** Which field the provider's error is about, by its code. */
const fieldsByCode: Readonly<Record<string, readonly NewArtistField[]>> = {
  'auth/email-already-in-use': ['email'],
  'auth/invalid-email': ['email'],
  'auth/weak-password': ['password'],
  'auth/password-does-not-meet-requirements': ['password'],
};

/** The same for what we say ourselves. */
const fieldsByName: typeof fieldsByCode = {
  UsernameTaken: ['username'],
  ArtistNameRefused: ['artistName'],
};

function problemOf(error: unknown): NewArtistProblem {
  if (!(error instanceof Error)) return { message: String(error), fields: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { message: error.message, fields: fieldsByName[error.name] ?? fieldsByCode[code] ?? [] };
}

type Wanted = {
  readonly artist: NewArtist;
  readonly password: string;
  readonly picture: File | null;
};

/**
 * Makes the account of a new artist while the operator stays logged in (SPEC §5 and §8): problems
 * are alerts, and stay at their fields.
 */
export function useNewArtist(onCreated: (artist: Profile) => void) {
  const [state, setState] = useState<NewArtistState>({ step: 'editing' });
  const isBusy = useRef(false);

  const fail = (problem: NewArtistProblem) => {
    setState({ step: 'editing', problem });
    // Not while the button still says that it works.
    setTimeout(() => alert(problem.message));
  };

  const create = async ({ artist, password, picture }: Wanted) => {
    if (isBusy.current) return;
    const form = tidyNewArtist({ ...artist, password });
    const problem = checkNewArtist(form);
    if (problem) return fail(problem);
    isBusy.current = true;
    setState({ step: 'busy' });
    try {
      const { createAccount } = await import('../../../lib/create-account.ts');
      const { uid, username, artistName, profileImageUrl } = await createAccount({
        ...form,
        name: form.artistName,
        accountType: 'Artist',
        picture: picture ?? undefined,
      });
      setState({ step: 'editing' });
      onCreated({ uid, username, artistName, accountType: 'Artist', imageUrl: profileImageUrl });
    } catch (error) {
      console.warn('The account was not made.', error);
      fail(problemOf(error));
    } finally {
      isBusy.current = false;
    }
  };
  return { state, create };
}
