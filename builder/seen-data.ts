import { readFileSync, writeFileSync } from 'node:fs';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';

/** Which copy of the databases makes which data: known without reading the copy again. */
interface Seen {
  readonly copy: string;
  readonly snapshot: string;
}

/** Beside a site: the copy of the databases that it was built from. */
export const copyFileOf = (siteDir: string): string => `${siteDir}.copy`;

const fileOf = (siteDir: string): string => `${siteDir}.seen.json`;

/** What the last rebuild wrote down; undefined when there is none. */
export function readSeen(siteDir: string): Seen | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(fileOf(siteDir), 'utf8'));
    if (!isRecord(stored)) return undefined;
    return { copy: readText(stored.copy), snapshot: readText(stored.snapshot) };
  } catch {
    return undefined;
  }
}

export const writeSeen = (siteDir: string, seen: Seen): void =>
  writeFileSync(fileOf(siteDir), `${JSON.stringify(seen)}\n`);
