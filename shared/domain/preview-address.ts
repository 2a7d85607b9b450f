import { datOfSound } from './sound-file.ts';

/** The public folder in Storage (rules/storage.rules). */
export const previewPath = (file: string): string => `previews/${file}`;

/** Whether an object is a preview of this work, the current one or an earlier one. */
export const isPreviewOf = (datId: string, path: string): boolean =>
  path.startsWith(previewPath('')) && datOfSound(path.slice(previewPath('').length)) === datId;

/** Where Storage answers browsers, unless it is one of a local stack. */
export const storageOrigin = 'https://firebasestorage.googleapis.com';

/** The address of the folder of previews in a bucket; empty where no bucket is known. */
export const previewsIn = (bucket: string | undefined, origin = storageOrigin): string =>
  bucket ? `${origin}/v0/b/${bucket}/o/${encodeURIComponent(previewPath(''))}` : '';

/** The end of the address of a preview, behind that of the folder. */
export const previewName = (file: string): string => `${file}?alt=media`;

/** Where a preview is heard. `previews` is the address of their folder, up to its `previews%2F`. */
export const previewAddress = (previews: string, file: string): string =>
  previews + previewName(file);

/** The file that such an address names; undefined for another address. */
export const previewFile = (address: string): string | undefined =>
  /^(?:.*%2F)?([\w-]+\.mp3)\?alt=media$/.exec(address)?.[1];
