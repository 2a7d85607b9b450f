import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '@datchain/builder/fingerprint.ts';
import { SiteState, stateFileOf } from '@datchain/builder/site-state.ts';

/** What was deployed last from this machine, in the memory of the builder: without it all of the site is deployed. */
export interface Deployed {
  /** The name of Hosting's version. */
  readonly version: string;
  /** A hash of Hosting's settings. */
  readonly settings: string;
  /** When all of the site was last deployed, in milliseconds since 1970. */
  readonly wholeAt: number;
  /** A hash of each file's content, by path. */
  readonly files: ReadonlyMap<string, string>;
}

const note = 'deployed';

function withMemory<Made>(siteDir: string, use: (memory: SiteState) => Made): Made {
  const memory = SiteState.open(stateFileOf(siteDir));
  try {
    return use(memory);
  } finally {
    memory.close();
  }
}

/** Undefined where nothing is known. */
export const readDeployed = (siteDir: string): Deployed | undefined =>
  withMemory(siteDir, (memory) => {
    const stored = memory.note(note) as
      | (Omit<Deployed, 'files'> & { readonly files: [string, string][] })
      | undefined;
    return stored && { ...stored, files: new Map(stored.files) };
  });

export const writeDeployed = (siteDir: string, deployed: Deployed): void =>
  withMemory(siteDir, (memory) =>
    memory.setNote(note, { ...deployed, files: [...deployed.files] }),
  );

export const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url');

/** What firebase.json tells Hosting to ignore: hidden files, and itself. */
const isDeployed = (path: string): boolean => path !== 'firebase.json' && !/(^|\/)\./.test(path);

/** A hash of each file of a site that Hosting serves. */
export const hashFiles = (siteDir: string): ReadonlyMap<string, string> =>
  new Map(
    listFiles(`${siteDir}/`)
      .filter(isDeployed)
      .map((path) => [path, hashOf(readFileSync(join(siteDir, path)))]),
  );
