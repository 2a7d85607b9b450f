import { checkReading, cleanLine } from '../public-text.ts';
import { checkSignUp } from '../sign-up.ts';
import { checkArtistName } from './artist-name.ts';
import type { NewArtist } from './draft.ts';
import { unitedStates } from './places.ts';

export type NewArtistForm = NewArtist & { readonly password: string };

export type NewArtistField = 'email' | 'password' | 'username' | 'artistName' | 'city' | 'state';

export interface NewArtistProblem {
  readonly message: string;
  readonly fields: readonly NewArtistField[];
  readonly others?: Readonly<Partial<Record<NewArtistField, string>>>;
}

/** The most characters of an artist name and a city (also in rules/firestore.rules). */
export const artistTextLength = 120;

const mandatory = ['email', 'password', 'username', 'artistName', 'city'] as const;

/** Cleans a line, except one that `checkNewArtist` refuses, which stays as typed. */
const tidyLine = (typed: string): string => (checkReading(typed) ? typed : cleanLine(typed));

/** Cleans all texts, and drops the state outside of the United States. */
export const tidyNewArtist = (form: NewArtistForm): NewArtistForm => ({
  email: form.email.trim(),
  password: form.password,
  username: form.username.trim(),
  artistName: tidyLine(form.artistName),
  city: tidyLine(form.city),
  country: form.country,
  state: form.country === unitedStates ? form.state : '',
});

/** Checks a tidied form before it is sent (R-REL-04). */
export function checkNewArtist(form: NewArtistForm): NewArtistProblem | undefined {
  const empty: NewArtistField[] = mandatory.filter((field) => form[field] === '');
  if (empty.length > 0) return { message: 'Please fill in all mandatory fields.', fields: empty };
  const problem = checkSignUp(form);
  if (problem) return problem;
  const unfit = checkReading(form.artistName) ?? checkArtistName(form.artistName);
  if (unfit) return { message: unfit, fields: ['artistName'] };
  const unreadable = checkReading(form.city);
  if (unreadable) return { message: unreadable, fields: ['city'] };
  if (form.country === unitedStates && form.state === '') {
    return { message: 'Choose a state.', fields: ['state'] };
  }
  return undefined;
}
