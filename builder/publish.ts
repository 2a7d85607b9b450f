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

/** Where the versions of a site are kept, beside the address that always shows the newest one. */
export const versionsDir = (siteDir: string): string =>
  join(dirname(siteDir), `${basename(siteDir)}-versions`);

/** A folder to assemble the next version in. */
export function nextVersionDir(siteDir: string, name: string): string {
  const dir = join(versionsDir(siteDir), name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Moves a folder's content to an empty folder; on another disk it is copied. */
export function moveDir(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true });
  }
}

/**
 * Makes `nextDir` the site, at one instant: `siteDir` is a symbolic link, and a link is replaced by
 * one rename. A reader sees the whole old site or the whole new one. The version before stays until
 * the next rebuild, for pages that are still being loaded from it.
 *
 * @returns the name of that version; undefined when there was none
 */
export function publish(nextDir: string, siteDir: string): string | undefined {
  const link = `${siteDir}.next`;
  rmSync(link, { force: true });
  // Windows lets anyone make junctions, and no link of another kind.
  symlinkSync(relative(dirname(siteDir), nextDir), link, 'junction');
  const wasLink = existsSync(siteDir) && lstatSync(siteDir).isSymbolicLink();
  const before = wasLink ? basename(readlinkSync(siteDir)) : undefined;
  // Only Windows renames no link over another: there the site is away for a moment.
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
