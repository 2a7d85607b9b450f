import { fileURLToPath } from 'node:url';

/** The absolute path of something in the repository. */
export const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));
