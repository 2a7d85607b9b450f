import { existsSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { versionsDir } from './publish.ts';
import type { FolderTimes, SiteState, TreeNotes } from './site-state.ts';

// The difference between the last two versions, noted for the next one.

export const liveVersion = (siteDir: string): string => basename(readlinkSync(siteDir));

/** Reads the notes about the live version; undefined if its publish left none. */
export function readNotes(siteDir: string, state: SiteState): TreeNotes | undefined {
  const notes = state.trees();
  return notes && existsSync(siteDir) && notes.live === liveVersion(siteDir) ? notes : undefined;
}

export function dirBefore(siteDir: string, { before }: TreeNotes): string | undefined {
  const dir = join(versionsDir(siteDir), before);
  return before !== '' && basename(before) === before && existsSync(dir) ? dir : undefined;
}

const timeOf = (dir: string, folder: string): string | undefined =>
  statSync(join(dir, folder), { bigint: true, throwIfNoEntry: false })?.mtimeNs.toString();

export const readFolderTimes = (dir: string, folders: Iterable<string>): FolderTimes =>
  Object.fromEntries(
    [...folders].flatMap((folder) => {
      const time = timeOf(dir, folder);
      return time === undefined ? [] : [[folder, time]];
    }),
  );

const areAsNoted = (dir: string, folders: Iterable<string>, noted: FolderTimes): boolean =>
  [...folders].every(
    (folder) => noted[folder] !== undefined && timeOf(dir, folder) === noted[folder],
  );

/** Collects the folders of these files, with all folders above; the site's own is ''. */
export function foldersWith(files: Iterable<string>): Set<string> {
  const found = new Set(['']);
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (found.has(folder)) break;
      found.add(folder);
    }
  }
  return found;
}

/** Tells whether nobody else added or removed files in the two versions. */
export const isAsNoted = (
  siteDir: string,
  dirOfBefore: string,
  { different, folders }: TreeNotes,
): boolean =>
  areAsNoted(dirOfBefore, ['', ...Object.keys(folders.before)], folders.before) &&
  areAsNoted(siteDir, foldersWith(different), folders.live);
