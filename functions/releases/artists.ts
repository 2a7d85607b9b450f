import { isDocumentId } from '@datchain/shared/contracts/document-id.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';

export interface Artist {
  readonly uid: string;
  readonly artistName: string;
}

const refuseMissing = () => refuse('invalid-argument', 'Missing selected artist.');

/** Reads the artist from a user document; refuses a fan. */
export function readArtist(uid: string, user: Data | undefined): Artist | Refusal {
  if (!user) return refuseMissing();
  const artistName = readLine(user.ArtistName);
  if (user.accountType !== 'Artist' || artistName === '') {
    return refuse('invalid-argument', 'The selected profile is not an artist.');
  }
  return { uid, artistName };
}

/** @returns the artist, 'Missing selected artist.' or 'The selected profile is not an artist.' */
export async function findArtist(
  { store }: Pick<Services, 'store'>,
  uid: string,
): Promise<Artist | Refusal> {
  if (!isDocumentId(uid)) return refuseMissing();
  const path = docs.user(uid);
  return readArtist(uid, (await store.read([path])).get(path)?.data);
}
