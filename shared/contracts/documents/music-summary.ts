import type { ReleaseSummary } from '../../domain/release/draft.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readList, readText } from '../tolerant.ts';

/** An element of `posts` as it is written now; older ones have other spellings (R-REL-12). */
export interface StoredPost {
  SongName: string;
  albumName: string;
  ArtistName: string;
  contentId: string;
  userId: string;
  datId?: string;
}

function readPost(value: unknown): ReleaseSummary[] {
  if (!isRecord(value)) return [];
  const songName = readLine(value.SongName) || readLine(value.name);
  if (songName === '') return [];
  return [
    {
      contentId: readText(value.contentId) || readText(value.id),
      songName,
      albumName: readLine(value.albumName),
      artistName: readLine(value.ArtistName) || readLine(value.artistName),
      artistId: readText(value.userId) || readText(value.artistId),
      datId: readText(value.datId),
    },
  ];
}

/** Reads a document of `musicSummaries` in both spellings; items without a song name are left out. */
export const readMusicSummary = (value: unknown): ReleaseSummary[] =>
  readList(isRecord(value) ? value.posts : undefined).flatMap(readPost);
