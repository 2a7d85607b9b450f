import { join, sep } from 'node:path';
import { fingerprint, fingerprintFiles } from './fingerprint.ts';
import { root } from './root.ts';

/** What the ledger's pages are made of, besides the data. */
const sources = [
  'ledger',
  'shared',
  'portal/src/lib',
  'builder',
  'functions/stores',
  'tlog',
  'docs/public-log.md',
  'package-lock.json',
  'tsconfig.base.json',
].map((path) => join(root, path));

/** A name for the state of the ledger's sources, and of what the environment writes into them. */
export const stateOfSources = (env: NodeJS.ProcessEnv): string =>
  fingerprint([fingerprintFiles(sources), env.APP_CHECK_SITE_KEY ?? '']);

/** Whether a change of this module changes the state; those of packages are in the lock file. */
export function isKnownModule(id: string): boolean {
  const file = id.replace(/\?.*/, '');
  if (!file.startsWith(root + sep) || file.includes('/node_modules/')) return true;
  return sources.some((source) => file === source || file.startsWith(source + sep));
}
