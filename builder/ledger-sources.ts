import { join, sep } from 'node:path';
import { fingerprint, fingerprintFiles } from './fingerprint.ts';
import { root } from './root.ts';

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

export const stateOfSources = (env: NodeJS.ProcessEnv): string =>
  fingerprint([fingerprintFiles(sources), env.APP_CHECK_SITE_KEY ?? '']);

/** Tells whether a change of this module changes the hash; packages are covered by the lockfile. */
export function isKnownModule(id: string): boolean {
  const file = id.replace(/\?.*/, '');
  if (!file.startsWith(root + sep) || file.includes('/node_modules/')) return true;
  return sources.some((source) => file === source || file.startsWith(source + sep));
}
