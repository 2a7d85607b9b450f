import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import { type FilePart, writeParts } from './file-parts.ts';
import { findFiles, findFolders } from './fingerprint.ts';
import { versionsDir } from './publish.ts';
import { linkOrCopy } from './take-over.ts';

// The next version of a site begins as the live one. Beside that stays the version before it, which the next
// one is made out of: what the two have in common is in it already, however much it is. A file that two
// versions have is the same file on the disk, so it is never written to: it is removed, and another one takes
// its name.

/**
 * When a file was last added to each folder of a version, or removed from it, as text. While this stays, the
 * files in a folder are those that were published, and none of them needs to be looked for.
 */
type FolderTimes = Readonly<Record<string, string>>;

/** What is written down of the live version and the one before it. */
interface Notes {
  readonly live: string;
  readonly before: string;
  /** The files in which they differ. */
  readonly different: readonly string[];
  readonly folders: { readonly live: FolderTimes; readonly before: FolderTimes };
}

const notesOf = (siteDir: string): string => `${siteDir}.trees.json`;

const liveVersion = (siteDir: string): string => basename(readlinkSync(siteDir));

const readTimes = (value: unknown): FolderTimes =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([folder, at]) => [folder, readText(at)]))
    : {};

/** The notes about the live version; undefined after a publish of which nothing was noted. */
function readNotes(siteDir: string): Notes | undefined {
  try {
    const notes: unknown = JSON.parse(readFileSync(notesOf(siteDir), 'utf8'));
    if (!isRecord(notes) || !Array.isArray(notes.different)) return undefined;
    const [live, before] = [readText(notes.live), readText(notes.before)];
    if (live !== liveVersion(siteDir)) return undefined;
    const folders = isRecord(notes.folders) ? notes.folders : {};
    return {
      ...{ live, before, different: notes.different.map(String) },
      folders: { live: readTimes(folders.live), before: readTimes(folders.before) },
    };
  } catch {
    return undefined;
  }
}

/** The folder of the version before, if that is one of the versions, and nothing above them. */
function dirBefore(siteDir: string, { before }: Notes): string | undefined {
  const dir = join(versionsDir(siteDir), before);
  return before !== '' && basename(before) === before && existsSync(dir) ? dir : undefined;
}

/** Undefined when there is no such folder. */
const timeOf = (dir: string, folder: string): string | undefined =>
  statSync(join(dir, folder), { bigint: true, throwIfNoEntry: false })?.mtimeNs.toString();

const timesOf = (dir: string, folders: Iterable<string>): FolderTimes =>
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
function foldersWith(files: Iterable<string>): Set<string> {
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

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** A site that is being made. */
export class SiteTree {
  readonly dir: string;
  #files: Set<string> | undefined;
  /** Whether it began as the live one. */
  readonly isLikeLive: boolean;
  /**
   * Whether it began with exactly the files that were published: nobody has added or removed one since. Then
   * what is known of them need not be looked for.
   */
  readonly isUntouched: boolean;
  readonly #noted: Notes | undefined;
  /** The files in which it is another than the live one. */
  readonly #different = new Set<string>();
  /** Folders that are sure to be there. */
  readonly #folders = new Set<string>();

  private constructor(dir: string, isLikeLive: boolean, noted?: Notes, isUntouched = false) {
    this.dir = dir;
    this.isLikeLive = isLikeLive;
    this.#noted = noted;
    this.isUntouched = isUntouched;
  }

  /**
   * Every file it has, relative to its folder. They are looked for when they are first needed: other
   * processes may draw pages meanwhile.
   */
  get files(): ReadonlySet<string> {
    this.#files ??= new Set(findFiles(this.dir));
    return this.#files;
  }

  /** Whether it has a file. */
  has = (file: string): boolean => this.#files?.has(file) ?? isFile(join(this.dir, file));

  /** Whether it has a file as the live one has it, as far as this process knows. */
  isAsLive = (file: string): boolean => this.isLikeLive && !this.#different.has(file);

  /** The files in which it is another than the live one, as far as this process knows. */
  get different(): ReadonlySet<string> {
    return this.#different;
  }

  /** Begins a site with nothing in it. */
  static empty(dir: string): SiteTree {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    const site = new SiteTree(dir, false);
    site.#files = new Set();
    return site;
  }

  /** Begins a site as the live one is. No file of that one is written to. */
  static likeLive(siteDir: string, dir: string): SiteTree {
    rmSync(dir, { recursive: true, force: true });
    const notes = readNotes(siteDir);
    const before = notes && dirBefore(siteDir, notes);
    let isTakenOver = false;
    try {
      // From here on it belongs to this build, and goes with it.
      if (before) renameSync(before, dir);
      isTakenOver = before !== undefined;
    } catch {
      // It is on another disk, or in use.
    }
    if (!notes || !isTakenOver) {
      mkdirSync(dir, { recursive: true });
      for (const file of findFiles(`${siteDir}/`)) linkFromLive(file, siteDir, dir);
      return new SiteTree(dir, true);
    }
    const { different, folders } = notes;
    const isUntouched =
      areAsNoted(dir, ['', ...Object.keys(folders.before)], folders.before) &&
      areAsNoted(siteDir, foldersWith(different), folders.live);
    for (const file of different) rmSync(join(dir, file), { force: true });
    for (const file of different) linkFromLive(file, siteDir, dir);
    return new SiteTree(dir, true, notes, isUntouched);
  }

  /** Notes that a file was written, here or by another process. */
  written(file: string): void {
    this.#files?.add(file);
    this.#different.add(file);
  }

  remove(file: string): void {
    if (!this.has(file)) return;
    rmSync(join(this.dir, file));
    this.#files?.delete(file);
    this.#different.add(file);
  }

  /** Its files below a folder. */
  filesIn(folder: string): string[] {
    const begin = `${folder}/`;
    if (this.#files) return [...this.#files].filter((file) => file.startsWith(begin));
    return findFiles(join(this.dir, folder)).map((file) => begin + file);
  }

  /** Removes the files of some folders that are not wanted. */
  removeOthers(folders: readonly string[], wanted: ReadonlySet<string>): void {
    for (const file of folders.flatMap((folder) => this.filesIn(folder))) {
      if (!wanted.has(file)) this.remove(file);
    }
  }

  /** @param content as a list: its parts, one after the other */
  write(file: string, content: string | Uint8Array | readonly FilePart[]): void {
    this.#makeRoom(file);
    const path = join(this.dir, file);
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(path, content);
    else writeParts(path, content);
  }

  /** Moves a file into the site. */
  move(from: string, file: string): void {
    this.#makeRoom(file);
    renameSync(from, join(this.dir, file));
  }

  /** Gives it a file of which another folder keeps its own. */
  link(from: string, file: string): void {
    this.#makeRoom(file);
    linkOrCopy(from, join(this.dir, file));
  }

  #makeRoom(file: string): void {
    const path = join(this.dir, file);
    const folder = dirname(path);
    if (this.has(file)) rmSync(path, { force: true });
    else if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    this.written(file);
  }

  /**
   * Notes how it differs from the version before, now that it is live.
   *
   * @param before the name of that version
   */
  note(siteDir: string, before: string): void {
    const noted = this.#noted;
    const dirOfBefore = join(versionsDir(siteDir), before);
    const notes: Notes = {
      ...{ live: liveVersion(siteDir), before, different: [...this.#different] },
      folders: {
        // It was made out of the version before that one.
        live: this.isUntouched
          ? { ...noted?.folders.before, ...timesOf(siteDir, this.#touched()) }
          : timesOf(siteDir, findFolders(`${siteDir}/`)),
        before:
          noted?.live === before
            ? noted.folders.live
            : timesOf(dirOfBefore, findFolders(dirOfBefore)),
      },
    };
    writeFileSync(notesOf(siteDir), JSON.stringify(notes));
  }

  /** The folders to which files were added, or from which some were removed, since it began. */
  #touched(): Set<string> {
    return foldersWith([...this.#different, ...(this.#noted?.different ?? [])]);
  }
}

/** A file that the live site has lost is drawn again. */
function linkFromLive(file: string, siteDir: string, dir: string): void {
  try {
    linkOrCopy(join(siteDir, file), join(dir, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (!existsSync(join(siteDir, file))) return;
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    linkOrCopy(join(siteDir, file), join(dir, file));
  }
}
