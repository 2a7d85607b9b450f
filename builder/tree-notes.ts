import { existsSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { versionsDir } from './publish.ts';
import type { FolderTimes, SiteState, TreeNotes } from './site-state.ts';

// What is written down of the versions of a site, so that the next one can be made out of them.

export const liveVersion = (siteDir: string): string => basename(readlinkSync(siteDir));

/** The notes about the live version; undefined after a publish of which nothing was noted. */
export function readNotes(siteDir: string, state: SiteState): TreeNotes | undefined {
  const notes = state.trees();
  return notes && existsSync(siteDir) && notes.live === liveVersion(siteDir) ? notes : undefined;
}

/** The folder of the version before, if that is one of the versions, and nothing above them. */
export function dirBefore(siteDir: string, { before }: TreeNotes): string | undefined {
  const dir = join(versionsDir(siteDir), before);
  return before !== '' && basename(before) === before && existsSync(dir) ? dir : undefined;
}

/** Undefined when there is no such folder. */
const timeOf = (dir: string, folder: string): string | undefined =>
  statSync(join(dir, folder), { bigint: true, throwIfNoEntry: false })?.mtimeNs.toString();

export const timesOf = (dir: string, folders: Iterable<string>): FolderTimes =>
  Object.fromEntries(
    [...folders].flatMap((folder) => {
      const time = timeOf(dir, folder);
      return time === undefined ? [] : [[folder, time]];
    }),
  );

/** Whether these folders are as they were noted. */
const areAsNoted = (dir: string, folders: Iterable<string>, noted: FolderTimes): boolean =>
  [...folders].every(
    (folder) => noted[folder] !== undefined && timeOf(dir, folder) === noted[folder],
  );

/** The folders in which these files are, and all above them. The site's own has the name ''. */
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

/** Whether nobody has added a file to what a version is made out of, or removed one. */
export const isAsNoted = (
  siteDir: string,
  dirOfBefore: string,
  { different, folders }: TreeNotes,
): boolean =>
  areAsNoted(dirOfBefore, ['', ...Object.keys(folders.before)], folders.before) &&
  areAsNoted(siteDir, foldersWith(different), folders.live);
