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

/** The folder of a site's versions, beside the link to the live one. */
export const versionsDir = (siteDir: string): string =>
  join(dirname(siteDir), `${basename(siteDir)}-versions`);

export function nextVersionDir(siteDir: string, name: string): string {
  const dir = join(versionsDir(siteDir), name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
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
  const wasLink = existsSync(siteDir) && lstatSync(siteDir).isSymbolicLink();
  const before = wasLink ? basename(readlinkSync(siteDir)) : undefined;
  // Windows cannot rename over a link: the site is missing for a moment there.
  if (existsSync(siteDir) && (!wasLink || process.platform === 'win32')) {
    rmSync(siteDir, { recursive: true });
  }
  renameSync(link, siteDir);
  for (const version of readdirSync(versionsDir(siteDir))) {
    if (version !== basename(nextDir) && version !== before) {
      rmSync(join(versionsDir(siteDir), version), { recursive: true, force: true });
    }
  }
  return before;
}
