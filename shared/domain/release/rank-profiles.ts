import type { Profile } from './draft.ts';

/** How a search reads what somebody typed: without case, the @ and the room around it. */
export const userQuery = (text: string): string => text.trim().replace(/^@/, '').toLowerCase();

const isArtist = ({ accountType }: Profile): boolean => accountType !== 'Fan';

/**
 * Brings the answers of several searches together (SPEC §6: user search ranks non-fan users above
 * fans): each user once, and else in the order in which they were found.
 */
export function rankProfiles(answers: readonly (readonly Profile[])[]): Profile[] {
  const byUid = new Map<string, Profile>();
  for (const profile of answers.flat()) {
    if (!byUid.has(profile.uid)) byUid.set(profile.uid, profile);
  }
  const all = [...byUid.values()];
  return [...all.filter(isArtist), ...all.filter((profile) => !isArtist(profile))];
}
