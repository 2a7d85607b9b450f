import { datOfSound } from './sound-file.ts';

/** Returns a path in Storage's public folder (rules/storage.rules). */
export const previewPath = (file: string): string => `previews/${file}`;

export const isDatPreview = (datId: string, path: string): boolean =>
  path.startsWith(previewPath('')) && datOfSound(path.slice(previewPath('').length)) === datId;

/** The production origin of Storage; a local stack has its own. */
export const storageOrigin = 'https://firebasestorage.googleapis.com';

/** Returns the address of the previews folder in a bucket; '' without a bucket. */
export const previewsIn = (bucket: string | undefined, origin = storageOrigin): string =>
  bucket ? `${origin}/v0/b/${bucket}/o/${encodeURIComponent(previewPath(''))}` : '';

export const previewName = (file: string): string => `${file}?alt=media`;

export const previewAddress = (previews: string, file: string): string =>
  previews + previewName(file);

export const previewFile = (address: string): string | undefined =>
  /^(?:.*%2F)?([\w-]+\.mp3)\?alt=media$/.exec(address)?.[1];
