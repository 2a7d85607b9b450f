import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { readProfile } from '@datchain/shared/contracts/documents/profile.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Profile } from '@datchain/shared/domain/release/draft.ts';
import { rankProfiles, userQuery } from '@datchain/shared/domain/release/rank-profiles.ts';
import { queryDocuments, readDocumentAt, type TextQuery } from './firestore-rest.ts';

/** The limits that the security rules allow (R-REL-07, R-REL-11). */
const SEARCH_LIMIT = 7;
const LOOKUP_LIMIT = 3;

const find = async (query: Omit<TextQuery, 'collection'>, signal: AbortSignal) => {
  const found = await queryDocuments({ collection: docs.users, ...query }, signal);
  return found.flatMap(({ id, data }) => readProfile(id, data) ?? []);
};

/** Logs a failed search and returns nobody (R-REL-11); an aborted search is silent. */
async function orNobody(work: Promise<Profile[]>, signal: AbortSignal): Promise<Profile[]> {
  try {
    return await work;
  } catch (error) {
    if (!signal.aborted) console.warn('The user search failed.', error);
    return [];
  }
}

/** Reads the uids of the release list: these artists are confirmed, released or not (N-MON-11). */
const readAllowed = async (signal: AbortSignal): Promise<ReadonlySet<string>> =>
  new Set(readAllowedUsers((await readDocumentAt(docs.allowedUsers, signal))?.data));

const search = async (text: string, signal: AbortSignal): Promise<Profile[]> => {
  const query = userQuery(text);
  if (query === '') return [];
  const limit = SEARCH_LIMIT;
  const username = query.replaceAll(/\s/g, '');
  const [allowed, ...answers] = await Promise.all([
    readAllowed(signal),
    find({ field: 'username_lower', match: 'prefix', text: query, limit }, signal),
    find({ field: 'ArtistNameLower', match: 'prefix', text: query, limit }, signal),
    find({ field: 'username_lower', match: 'equal', text: username, limit }, signal),
  ]);
  const confirmed = (profile: Profile): Profile =>
    allowed.has(profile.uid) ? { ...profile, isConfirmed: true } : profile;
  return rankProfiles(answers.map((found) => found.map(confirmed)));
};

/** Finds users by username or artist name, confirmed artists first (R-REL-11). */
export const searchUsers = (text: string, signal: AbortSignal): Promise<Profile[]> =>
  orNobody(search(text, signal), signal);

/**
 * Finds users by the start of their username: the lookup behind an @ (R-REL-07).
 *
 * @throws when the lookup is refused or not answered: that says nothing about the name (N-FST-05)
 */
export const lookUpUsernames = (text: string, signal: AbortSignal): Promise<Profile[]> =>
  find(
    { field: 'username_lower', match: 'prefix', text: userQuery(text), limit: LOOKUP_LIMIT },
    signal,
  );
