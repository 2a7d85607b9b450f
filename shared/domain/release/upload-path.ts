import type { Millis } from '../units.ts';

export type SongFileKind = 'artwork' | 'audio';

export const uploadFolders: Readonly<Record<SongFileKind, string>> = {
  artwork: 'dat_artwork',
  audio: 'dat_audio',
};

const LONGEST_NAME = 100;

/** A file's name as a path may hold it: Latin letters, digits, dots, dashes; its extension stays. */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-');
  const extension = /\.[A-Za-z0-9]{1,9}$/.exec(plain)?.[0] ?? '';
  const base = plain.slice(0, plain.length - extension.length).replace(/^[.-]+|[.-]+$/g, '');
  return `${base.slice(0, LONGEST_NAME - extension.length) || 'file'}${extension}`;
}

/** Where a file of a release is put in the file storage (R-REV-03): {folder}/{timestamp}_{filename}. */
export const uploadPath = (kind: SongFileKind, at: Millis, name: string): string =>
  `${uploadFolders[kind]}/${at}_${safeFileName(name)}`;

/** For an upload that was cleared away because it was not released. */
export const uploadGone = 'An uploaded file has been cleared away, because it was not released.';

/** For an address that is not one of the caller's own existing uploads. */
export const invalidLocation = 'Invalid file location.';

/** Whether a release was refused with these words because a file has to be uploaded again. */
export const isUploadGone = (message: string): boolean =>
  message === uploadGone || message === invalidLocation;
