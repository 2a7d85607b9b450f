import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type FilePart, writeParts } from './file-parts.ts';
import { findFiles, findFolders } from './fingerprint.ts';
import { versionsDir } from './publish.ts';
import type { SiteState, TreeNotes } from './site-state.ts';
import { linkOrCopy } from './take-over.ts';
import {
  dirBefore,
  foldersWith,
  isAsNoted,
  liveVersion,
  readNotes,
  timesOf,
} from './tree-notes.ts';

// The next version of a site begins as the live one. Beside that stays the version before it, which the next
// one is made out of: what the two have in common is in it already, however much it is. A file that two
// versions have is the same file on the disk, so it is never written to: it is removed, and another one takes
// its name.

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

export class SiteTree {
  readonly dir: string;
  #files: Set<string> | undefined;
  /** Whether it began as the live one. */
  readonly isLikeLive: boolean;
  /** Whether it began with exactly the files that were published: what is known of them need not be looked for. */
  readonly isUntouched: boolean;
  readonly #noted: TreeNotes | undefined;
  /** The files in which it is another than the live one. */
  readonly #different = new Set<string>();
  /** Folders that are sure to be there. */
  readonly #folders = new Set<string>();

  private constructor(dir: string, isLikeLive: boolean, noted?: TreeNotes, isUntouched = false) {
    this.dir = dir;
    this.isLikeLive = isLikeLive;
    this.#noted = noted;
    this.isUntouched = isUntouched;
  }

  /** Every file it has, relative to its folder; looked for when first needed: others may draw pages meanwhile. */
  get files(): ReadonlySet<string> {
    this.#files ??= new Set(findFiles(this.dir));
    return this.#files;
  }

  has = (file: string): boolean => this.#files?.has(file) ?? isFile(join(this.dir, file));

  /** Whether it has a file as the live one has it, as far as this process knows. */
  isAsLive = (file: string): boolean => this.isLikeLive && !this.#different.has(file);

  /** The files in which it is another than the live one, as far as this process knows. */
  get different(): ReadonlySet<string> {
    return this.#different;
  }

  static empty(dir: string): SiteTree {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    const site = new SiteTree(dir, false);
    site.#files = new Set();
    return site;
  }

  /** Begins a site as the live one is. No file of that one is written to. */
  static likeLive(siteDir: string, dir: string, state: SiteState): SiteTree {
    rmSync(dir, { recursive: true, force: true });
    const notes = readNotes(siteDir, state);
    const before = notes && dirBefore(siteDir, notes);
    const isUntouched = notes && before ? isAsNoted(siteDir, before, notes) : false;
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
    const { different } = notes;
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

  filesIn(folder: string): string[] {
    const begin = `${folder}/`;
    if (!this.#files) return findFiles(join(this.dir, folder));
    const found = [...this.#files].filter((file) => file.startsWith(begin));
    return found.map((file) => file.slice(begin.length));
  }

  /** Removes the files of some folders that are not wanted. */
  removeOthers(folders: readonly string[], wanted: ReadonlySet<string>): void {
    for (const folder of folders) {
      for (const name of this.filesIn(folder)) {
        const file = `${folder}/${name}`;
        if (!wanted.has(file)) this.remove(file);
      }
    }
  }

  /** @param content as a list: its parts, one after the other */
  write(file: string, content: string | Uint8Array | readonly FilePart[]): void {
    this.#makeRoom(file);
    const path = join(this.dir, file);
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(path, content);
    else writeParts(path, content);
  }

  /** Writes a file unless it has exactly this content. */
  writeIfOther(file: string, content: string | Uint8Array): void {
    const bytes = Buffer.from(content);
    if (!this.has(file) || !readFileSync(join(this.dir, file)).equals(bytes)) {
      this.write(file, bytes);
    }
  }

  /** Moves a file into the site unless it has exactly this one. */
  moveIfOther(from: string, file: string): void {
    if (!this.has(file) || !isSameFile(from, join(this.dir, file))) this.move(from, file);
  }

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

  /** How it differs from the version before, now that it is live. @param before the name of that version */
  notes(siteDir: string, before: string): TreeNotes {
    const noted = this.#noted;
    const dirOfBefore = join(versionsDir(siteDir), before);
    return {
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
  }

  /** The folders to which files were added, or from which some were removed, since it began. */
  #touched(): Set<string> {
    return foldersWith([...this.#different, ...(this.#noted?.different ?? [])]);
  }
}

const isSameFile = (one: string, other: string): boolean =>
  statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other));

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
