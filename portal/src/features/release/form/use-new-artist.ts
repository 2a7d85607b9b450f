import type { NewArtist, Profile } from '@datchain/shared/domain/release/draft.ts';
import {
  checkNewArtist,
  type NewArtistField,
  type NewArtistProblem,
  tidyNewArtist,
} from '@datchain/shared/domain/release/new-artist.ts';
import { useRef, useState } from 'react';
import { describeError, findErrorFields, providerMessage } from '../../../lib/calls/error-words.ts';
import { cutSquare, notShown } from '../../../lib/files/square.ts';

export type NewArtistState =
  | { readonly step: 'editing'; readonly problem?: NewArtistProblem }
  | { readonly step: 'busy' };

const fieldsByName: Readonly<Record<string, readonly NewArtistField[]>> = {
  UsernameTaken: ['username'],
  ArtistNameRefused: ['artistName'],
};

const failed = 'No account was made. Try again.';

function describeProblem(error: unknown): NewArtistProblem {
  const name = error instanceof Error ? error.name : '';
  const fields = fieldsByName[name] ?? findErrorFields(error);
  return { message: describeError(error, failed), fields };
}

type Wanted = {
  readonly artist: NewArtist;
  readonly password: string;
  readonly picture: File | null;
};

/**
 * Creates a new artist's account while the operator stays logged in (R-REL-04, R-REL-16). Problems
 * show as alerts, with the provider's message where it refused, and in our words at the fields.
 */
export function useNewArtist(onCreated: (artist: Profile) => void) {
  const [state, setState] = useState<NewArtistState>({ step: 'editing' });
  const isBusy = useRef(false);

  const fail = (problem: NewArtistProblem, said = problem.message) => {
    setState({ step: 'editing', problem });
    // Only after the button stops showing progress.
    setTimeout(() => alert(said));
  };

  const create = async ({ artist, password, picture }: Wanted) => {
    if (isBusy.current) return;
    const form = tidyNewArtist({ ...artist, password });
    const problem = checkNewArtist(form);
    if (problem) return fail(problem);
    isBusy.current = true;
    setState({ step: 'busy' });
    try {
      const square = picture ? await cutSquare(picture) : undefined;
      if (picture && !square) return fail({ message: notShown, fields: [] });
      const { createAccount } = await import('../../../lib/sign-up/create-account.ts');
      const { uid, username, artistName, profileImageUrl } = await createAccount({
        ...form,
        name: form.artistName,
        accountType: 'Artist',
        picture: square,
      });
      setState({ step: 'editing' });
      onCreated({ uid, username, artistName, accountType: 'Artist', imageUrl: profileImageUrl });
    } catch (error) {
      console.warn('The account was not made.', error);
      fail(describeProblem(error), providerMessage(error, failed));
    } finally {
      isBusy.current = false;
    }
  };
  return { state, create };
}
