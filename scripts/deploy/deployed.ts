import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '@datchain/builder/fingerprint.ts';
import * as v from 'valibot';

const schema = v.object({
  version: v.string(),
  settings: v.string(),
  /** When the whole site was last deployed, in milliseconds since 1970. */
  wholeAt: v.pipe(v.number(), v.integer()),
  files: v.pipe(
    v.array(v.tuple([v.string(), v.string()])),
    v.transform((files): ReadonlyMap<string, string> => new Map(files)),
  ),
});

/** The last deployment from this machine. It is a cache: without it the whole site is deployed. */
export type Deployed = v.InferOutput<typeof schema>;

export const deployedFileOf = (siteDir: string): string => `${siteDir}.deployed.json`;

/** Reads the record; undefined if it is missing or invalid. */
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

export const hashContent = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url');

/** Whether Hosting serves a file: firebase.json excludes hidden files and itself. */
const isDeployed = (path: string): boolean => path !== 'firebase.json' && !/(^|\/)\./.test(path);

export const hashFiles = (siteDir: string): ReadonlyMap<string, string> =>
  new Map(
    listFiles(`${siteDir}/`)
      .filter(isDeployed)
      .map((path) => [path, hashContent(readFileSync(join(siteDir, path)))]),
  );
