import { join, resolve } from 'node:path';

/** The folder of the repository: what the ledger is made of, and where caches and builds lie. */
export const root = resolve(import.meta.dirname, '..');

/** Where pictures are kept between rebuilds. */
export const picturesCache = join(root, 'node_modules/.cache/datchain');
