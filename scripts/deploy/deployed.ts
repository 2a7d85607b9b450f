import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '@datchain/builder/fingerprint.ts';
import * as v from 'valibot';

const schema = v.object({
  /** The name of Hosting's version. */
  version: v.string(),
  /** A hash of Hosting's settings. */
  settings: v.string(),
  /** When all of the site was last deployed, in milliseconds since 1970. */
  wholeAt: v.pipe(v.number(), v.integer()),
  /** A hash of each file's content, by path. */
  files: v.pipe(
    v.array(v.tuple([v.string(), v.string()])),
    v.transform((files): ReadonlyMap<string, string> => new Map(files)),
  ),
});

/** What was deployed last from this machine. It is a cache: without it all of the site is deployed. */
export type Deployed = v.InferOutput<typeof schema>;

/** Beside a site: what of it was deployed. */
export const deployedFileOf = (siteDir: string): string => `${siteDir}.deployed.json`;

/** Undefined where nothing is known, or nothing that can be read. */
export function readDeployed(siteDir: string): Deployed | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(readFileSync(deployedFileOf(siteDir), 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

export function writeDeployed(siteDir: string, deployed: Deployed): void {
  const file = deployedFileOf(siteDir);
  writeFileSync(`${file}.new`, JSON.stringify({ ...deployed, files: [...deployed.files] }));
  renameSync(`${file}.new`, file);
}

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
