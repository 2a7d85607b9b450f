import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

export const versionsDir = (siteDir: string): string =>
  join(dirname(siteDir), `${basename(siteDir)}-versions`);

/** Reads the name of the live version; undefined before the first one. */
const readLiveVersion = (siteDir: string): string | undefined =>
  existsSync(siteDir) && lstatSync(siteDir).isSymbolicLink()
    ? basename(readlinkSync(siteDir))
    : undefined;

/** Makes the folder of a new version, and deletes all others but the live one: a full disk needs their room. */
export function nextVersionDir(siteDir: string, name: string): string {
  const versions = versionsDir(siteDir);
  const dir = join(versions, name);
  mkdirSync(dir, { recursive: true });
  const kept = [name, readLiveVersion(siteDir)];
  for (const version of readdirSync(versions)) {
    if (!kept.includes(version)) rmSync(join(versions, version), { recursive: true, force: true });
  }
  return dir;
}

/** Moves a folder; on another disk it is copied. */
export function moveDir(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true });
  }
}

/**
 * Publishes `nextDir` by renaming one symbolic link, so that a reader sees the old site or the new one. The former
 * version stays until the next rebuild, for pages that still load from it.
 *
 * @returns the name of the former version; undefined for the first one
 */
export function publish(nextDir: string, siteDir: string): string | undefined {
  const link = `${siteDir}.next`;
  rmSync(link, { force: true });
  // Windows allows junctions without special rights.
  symlinkSync(relative(dirname(siteDir), nextDir), link, 'junction');
  const before = readLiveVersion(siteDir);
  // Windows cannot rename over a link: the site is missing for a moment there.
  if (existsSync(siteDir) && (before === undefined || process.platform === 'win32')) {
    rmSync(siteDir, { recursive: true });
  }
  renameSync(link, siteDir);
  return before;
}
