import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Script, Told } from './snapshots.ts';

/** A script, and what Google's emulator let the Admin SDK tell its listeners. */
export interface Found {
  readonly script: Script;
  readonly told: readonly Told[];
}

const found = new URL('./found.jsonl', import.meta.url);

const linesOf = (file: URL): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];

/** Where the snapshots of the recorded script lie, a line for each commit. */
export const snapshotsFile = (sdk: string): URL =>
  new URL(`./snapshots-${sdk}.jsonl`, import.meta.url);

/** What an SDK told of the recorded script on Google's emulator. */
export const readSnapshots = (sdk: string): readonly Told[] =>
  linesOf(snapshotsFile(sdk)).map((line): Told => JSON.parse(line));

/** Scripts that random runs have found. */
export const readFound = (): readonly Found[] =>
  linesOf(found).map((line): Found => JSON.parse(line));

/** Adds one, for `npm test` to play from now on. */
export const keepFound = (each: Found): void => appendFileSync(found, `${JSON.stringify(each)}\n`);
