import {
  LONGEST_ABOUT,
  MOST_LINKS,
  type ProfileTexts,
  readProfileLink,
} from '../../domain/profile-texts.ts';
import type { Profile } from '../../domain/release/draft.ts';
import { isRecord, readList, readText } from '../tolerant.ts';

/**
 * The public part of a `users/{uid}`; undefined without a username: it could not name anyone.
 */
export function readProfile(uid: string, value: unknown): Profile | undefined {
  if (!isRecord(value)) return undefined;
  const username = readText(value.username);
  if (uid === '' || username === '') return undefined;
  const isArtist = value.accountType === 'Artist';
  return {
    uid,
    username,
    artistName: isArtist ? readText(value.ArtistName) || readText(value.name) || username : '',
    accountType: isArtist ? 'Artist' : 'Fan',
    imageUrl: readText(value.profileImageUrl),
    ...(isArtist && readList(value.uploadedItems).length > 0 && { isConfirmed: true }),
  };
}

/**
 * What a `publicProfiles/{uid}` says about its person in `about` and `links`, both optional; a link
 * that a page must not lead to is left out (N-PPL-06).
 */
export function readProfileTexts(value: unknown): ProfileTexts {
  if (!isRecord(value)) return { about: '', links: [] };
  const links = readList(value.links).flatMap((link) => readProfileLink(readText(link)) ?? []);
  return {
    about: [...readText(value.about).trim()].slice(0, LONGEST_ABOUT).join(''),
    links: [...new Set(links)].slice(0, MOST_LINKS),
  };
}
