import { createHash } from 'node:crypto';

const LONGEST_SLUG = 60;

/** One spelling of a name for comparing: a second space or a capital makes no other song. */
const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');

const slugOf = (name: string): string =>
  plain(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '');

const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

const idOf = (songName: string, parts: readonly string[]): string =>
  `${slugOf(songName) || 'dat'}-${hash(parts)}`;

/** The same song of the same artist with the same sound is the same release, from any sender. */
export const fileReleaseId = (artistId: string, songName: string, audioHash: string): string =>
  idOf(songName, ['files', artistId, plain(songName), audioHash]);

/** A release of the catalogue becomes one DAT, however often it is asked for. */
export const summaryReleaseId = (songName: string, contentId: string): string =>
  idOf(songName, ['summary', contentId]);
