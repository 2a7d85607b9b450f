/** Where in Storage everybody may hear something (rules/storage.rules). */
export const previewPath = (file: string): string => `previews/${file}`;

/**
 * Where a preview is heard. `previews` is the address of their folder, like
 * https://firebasestorage.googleapis.com/v0/b/datchain.firebasestorage.app/o/previews%2F.
 */
export const previewAddress = (previews: string, file: string): string =>
  `${previews}${file}?alt=media`;
