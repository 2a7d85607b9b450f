import type { Profile } from '../../domain/release/draft.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readList, readText } from '../tolerant.ts';

/** Reads the public part of `users/{uid}`; undefined without a username, which names the person. */
export function readProfile(uid: string, value: unknown): Profile | undefined {
  if (!isRecord(value)) return undefined;
  const username = readLine(value.username);
  if (uid === '' || username === '') return undefined;
  const isArtist = value.accountType === 'Artist';
  return {
    uid,
    username,
    artistName: isArtist ? readLine(value.ArtistName) || readLine(value.name) || username : '',
    accountType: isArtist ? 'Artist' : 'Fan',
    imageUrl: readText(value.profileImageUrl),
    ...(isArtist && readList(value.uploadedItems).length > 0 && { isConfirmed: true }),
  };
}
