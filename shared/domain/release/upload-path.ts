import type { Millis } from '../units.ts';

export type SongFileKind = 'artwork' | 'audio';

export const uploadFolders: Readonly<Record<SongFileKind, string>> = {
  artwork: 'dat_artwork',
  audio: 'dat_audio',
};

const MAX_NAME_LENGTH = 100;

/** Makes a file's name safe for a path: Latin letters, digits, dots, dashes; the extension stays. */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-');
  const extension = /\.[A-Za-z0-9]{1,9}$/.exec(plain)?.[0] ?? '';
  const base = plain.slice(0, plain.length - extension.length).replace(/^[.-]+|[.-]+$/g, '');
  return `${base.slice(0, MAX_NAME_LENGTH - extension.length) || 'file'}${extension}`;
}

/** Returns the storage path of a release's file (R-REV-03): {folder}/{timestamp}_{filename}. */
export const uploadPath = (kind: SongFileKind, at: Millis, name: string): string =>
  `${uploadFolders[kind]}/${at}_${safeFileName(name)}`;

export const uploadGone = 'An uploaded file was deleted, because it was not released in time.';

/** The refusal of an address that is not one of the caller's own existing uploads. */
export const invalidLocation = 'Invalid file location.';

export const isUploadGone = (message: string): boolean =>
  message === uploadGone || message === invalidLocation;
