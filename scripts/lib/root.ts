import { fileURLToPath } from 'node:url';

/** Returns the absolute path of a file or folder in the repository. */
export const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));
