import { fileURLToPath } from 'node:url';

export const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));
