import { resolve } from 'node:path';

/** The folder of the repository: what the ledger is made of, and where caches and builds lie. */
export const root = resolve(import.meta.dirname, '..');
