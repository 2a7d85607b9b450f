import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

export const picturesCache = join(root, 'node_modules/.cache/datchain');
