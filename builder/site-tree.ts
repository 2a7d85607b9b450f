import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findFiles, findFolders } from './fingerprint.ts';
import { versionsDir } from './publish.ts';
import type { SiteState, TreeNotes } from './site-state.ts';
import { linkOrCopy } from './take-over.ts';
import {
  dirBefore,
  foldersWith,
  isAsNoted,
  liveVersion,
  readFolderTimes,
  readNotes,
} from './tree-notes.ts';

// Versions share most files as hard links, so files are removed and replaced, never written in place.

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const BUFFER_BYTES = 1 << 20;

function writeParts(path: string, parts: Iterable<string | Uint8Array>): void {
  const opened = openSync(path, 'w');
  try {
    let waiting: Uint8Array[] = [];
    let size = 0;
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      waiting.push(bytes);
      size += bytes.length;
      if (size < BUFFER_BYTES) continue;
      writeFileSync(opened, Buffer.concat(waiting));
      waiting = [];
      size = 0;
    }
    writeFileSync(opened, Buffer.concat(waiting));
  } finally {
    closeSync(opened);
  }
}

export class SiteTree {
  readonly dir: string;
  #files: Set<string> | undefined;
  readonly isLikeLive: boolean;
  /** Whether the tree began with exactly the published files, so that the memory can be trusted. */
  readonly isUntouched: boolean;
  readonly #noted: TreeNotes | undefined;
  readonly #different = new Set<string>();
  readonly #folders = new Set<string>();

  private constructor(dir: string, isLikeLive: boolean, noted?: TreeNotes, isUntouched = false) {
    this.dir = dir;
    this.isLikeLive = isLikeLive;
    this.#noted = noted;
    this.isUntouched = isUntouched;
  }

  /** All files, as relative paths; listed when first needed, while other processes may draw. */
  get files(): ReadonlySet<string> {
    this.#files ??= new Set(findFiles(this.dir));
    return this.#files;
  }

  has = (file: string): boolean => this.#files?.has(file) ?? isFile(join(this.dir, file));

  isAsLive = (file: string): boolean => this.isLikeLive && !this.#different.has(file);

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

  /** Begins a tree as the live site, without writing to its files. */
  static likeLive(siteDir: string, dir: string, state: SiteState): SiteTree {
    rmSync(dir, { recursive: true, force: true });
    const notes = readNotes(siteDir, state);
    const before = notes && dirBefore(siteDir, notes);
    const isUntouched = notes && before ? isAsNoted(siteDir, before, notes) : false;
    let isTakenOver = false;
    try {
      // This build owns the folder from here on.
      if (before) renameSync(before, dir);
      isTakenOver = before !== undefined;
    } catch {
      // The folder is on another disk, or in use.
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

  /** Records a file that this or another process wrote. */
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

  removeOthers(folders: readonly string[], wanted: ReadonlySet<string>): void {
    for (const folder of folders) {
      for (const name of this.filesIn(folder)) {
        const file = `${folder}/${name}`;
        if (!wanted.has(file)) this.remove(file);
      }
    }
  }

  /** @param content parts are written in order, and not all held in memory */
  write(file: string, content: string | Uint8Array | Iterable<string | Uint8Array>): void {
    this.#makeWay(file);
    const path = join(this.dir, file);
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(path, content);
    else writeParts(path, content);
  }

  writeIfOther(file: string, content: string | Uint8Array): void {
    const bytes = Buffer.from(content);
    if (!this.has(file) || !readFileSync(join(this.dir, file)).equals(bytes)) {
      this.write(file, bytes);
    }
  }

  moveIfOther(from: string, file: string): void {
    if (!this.has(file) || !isSameFile(from, join(this.dir, file))) this.move(from, file);
  }

  move(from: string, file: string): void {
    this.#makeWay(file);
    renameSync(from, join(this.dir, file));
  }

  link(from: string, file: string): void {
    this.#makeWay(file);
    linkOrCopy(from, join(this.dir, file));
  }

  #makeWay(file: string): void {
    const path = join(this.dir, file);
    const folder = dirname(path);
    if (this.has(file)) rmSync(path, { force: true });
    else if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    this.written(file);
  }

  /**
   * Describes the difference to the former version, once this one is live. @param before the former version's name
   */
  notes(siteDir: string, before: string): TreeNotes {
    const noted = this.#noted;
    const dirOfBefore = join(versionsDir(siteDir), before);
    return {
      live: liveVersion(siteDir),
      before,
      different: [...this.#different],
      folders: {
        // The tree was made from the version before that.
        live: this.isUntouched
          ? { ...noted?.folders.before, ...readFolderTimes(siteDir, this.#touched()) }
          : readFolderTimes(siteDir, findFolders(`${siteDir}/`)),
        before:
          noted?.live === before
            ? noted.folders.live
            : readFolderTimes(dirOfBefore, findFolders(dirOfBefore)),
      },
    };
  }

  #touched(): Set<string> {
    return foldersWith([...this.#different, ...(this.#noted?.different ?? [])]);
  }
}

const isSameFile = (one: string, other: string): boolean =>
  statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other));

/** Links a file of the live site. A missing one is drawn again. */
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
