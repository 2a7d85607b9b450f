import type { Profile } from './draft.ts';

export const userQuery = (text: string): string =>
  text.normalize('NFC').trim().replace(/^@/, '').toLowerCase();

/** Ranks confirmed artists first, so that no namesake comes before them; then artists, then fans. */
const rankOf = ({ accountType, isConfirmed }: Profile): number => {
  if (accountType === 'Fan') return 2;
  return isConfirmed ? 0 : 1;
};

/** Merges the results of several searches (R-REL-11): each user once, confirmed artists first. */
export function rankProfiles(answers: readonly (readonly Profile[])[]): Profile[] {
  const byUid = new Map(answers.flat().map((profile) => [profile.uid, profile]));
  return [...byUid.values()].sort((a, b) => rankOf(a) - rankOf(b));
}
