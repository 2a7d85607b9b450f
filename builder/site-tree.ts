import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import { findFiles } from './fingerprint.ts';
import { versionsDir } from './publish.ts';
import { linkOrCopy } from './take-over.ts';

// The next version of a site begins as the live one. Beside that stays the version before it, which the next
// one is made out of: what the two have in common is in it already, however much it is. A file that two
// versions have is the same file on the disk, so it is never written to: it is removed, and another one takes
// its name.

const notesOf = (siteDir: string): string => `${siteDir}.trees.json`;

const liveVersion = (siteDir: string): string => basename(readlinkSync(siteDir));

/** The version before, if it is whole and known; undefined after a publish of which nothing was noted. */
function versionBefore(siteDir: string): { dir: string; different: string[] } | undefined {
  try {
    const notes: unknown = JSON.parse(readFileSync(notesOf(siteDir), 'utf8'));
    if (!isRecord(notes) || !Array.isArray(notes.different)) return undefined;
    const before = readText(notes.before);
    const dir = join(versionsDir(siteDir), before);
    // One of the versions, and nothing above them.
    const isVersion = before !== '' && basename(before) === before;
    const isKnown = isVersion && readText(notes.live) === liveVersion(siteDir);
    return isKnown && existsSync(dir) ? { dir, different: notes.different.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

/** Of files in folders, in whose names there are no odd characters. */
const below = (folders: readonly string[]): RegExp => new RegExp(`^(${folders.join('|')})/`);

/** A site that is being made. */
export class SiteTree {
  readonly dir: string;
  #files: Set<string> | undefined;
  /** Whether it began as the live one. */
  readonly isLikeLive: boolean;
  /** The files in which it is another than the live one. */
  readonly #different = new Set<string>();
  /** Folders that are sure to be there. */
  readonly #folders = new Set<string>();

  private constructor(dir: string, isLikeLive: boolean) {
    this.dir = dir;
    this.isLikeLive = isLikeLive;
  }

  /**
   * Every file it has, relative to its folder. They are looked for when they are first needed: other
   * processes may draw pages meanwhile.
   */
  get files(): ReadonlySet<string> {
    return this.#known();
  }

  #known(): Set<string> {
    this.#files ??= new Set(findFiles(this.dir));
    return this.#files;
  }

  /** Whether it has a file, before they are looked for. */
  has = (file: string): boolean => this.#files?.has(file) ?? existsSync(join(this.dir, file));

  /** Whether it has a file as the live one has it, as far as this process has made it. */
  isAsLive = (file: string): boolean => this.isLikeLive && !this.#different.has(file);

  /** Begins a site with nothing in it. */
  static empty(dir: string): SiteTree {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    return new SiteTree(dir, false);
  }

  /** Begins a site as the live one is. No file of that one is written to. */
  static likeLive(siteDir: string, dir: string): SiteTree {
    rmSync(dir, { recursive: true, force: true });
    const before = versionBefore(siteDir);
    let different = before?.different;
    try {
      // From here on it belongs to this build, and goes with it.
      if (before) renameSync(before.dir, dir);
    } catch {
      // It is on another disk, or in use.
      different = undefined;
    }
    if (!different) mkdirSync(dir, { recursive: true });
    for (const file of different ?? []) rmSync(join(dir, file), { force: true });
    for (const file of different ?? findFiles(`${siteDir}/`)) linkFromLive(file, siteDir, dir);
    return new SiteTree(dir, true);
  }

  /** Notes that a file was written, here or by another process. */
  written(file: string): void {
    this.#known().add(file);
    this.#different.add(file);
  }

  remove(file: string): void {
    rmSync(join(this.dir, file), { force: true });
    if (this.#known().delete(file)) this.#different.add(file);
  }

  /** How many files there are in some folders. */
  countBelow(folders: readonly string[]): number {
    const pattern = below(folders);
    let count = 0;
    for (const file of this.files) if (pattern.test(file)) count += 1;
    return count;
  }

  /** Removes the files of some folders that are not wanted. */
  removeOthers(folders: readonly string[], wanted: ReadonlySet<string>): void {
    const pattern = below(folders);
    for (const file of this.files) {
      if (pattern.test(file) && !wanted.has(file)) this.remove(file);
    }
  }

  write(file: string, content: string | Uint8Array): void {
    this.#makeRoom(file);
    writeFileSync(join(this.dir, file), content);
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
    if (this.#known().has(file)) rmSync(path, { force: true });
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
    const notes = { live: liveVersion(siteDir), before, different: [...this.#different] };
    writeFileSync(notesOf(siteDir), JSON.stringify(notes));
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
