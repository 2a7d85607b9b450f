import type { Profile } from './draft.ts';

/** How a search reads typed text: ignoring case, the @ and surrounding spaces. */
export const userQuery = (text: string): string =>
  text.normalize('NFC').trim().replace(/^@/, '').toLowerCase();

/** Confirmed artists first, so that no one with the same name comes before them; then artists, then fans. */
const rankOf = ({ accountType, isConfirmed }: Profile): number => {
  if (accountType === 'Fan') return 2;
  return isConfirmed ? 0 : 1;
};

/** Merges the results of several searches (R-REL-11): each user once, confirmed artists first, else as found. */
export function rankProfiles(answers: readonly (readonly Profile[])[]): Profile[] {
  const byUid = new Map(answers.flat().map((profile) => [profile.uid, profile]));
  return [...byUid.values()].sort((a, b) => rankOf(a) - rankOf(b));
}
