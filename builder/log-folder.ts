import {
  appendFileSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coinsDir } from '@datchain/shared/domain/public-books/coin-days.ts';
import { MissingFile, type Read } from '@datchain/tlog/read-tree.ts';
import type { SiteTree } from './site-tree.ts';

const logDir = 'data/v1';
export const treeDir = `${logDir}/tlog`;

const inSite = (name: string): string => `${logDir}/${name}`;

const isOfLog = (file: string): boolean =>
  /^data\/v1\/((log|days|coins|tlog)\/|(ledger(-\d+)?|handles|no-lines)\.\w+$)/.test(file);

/** The limit of text kept in memory, in characters: each write opens its file, so a few large ones are faster. */
const MOST_WAITING = 32_000_000;

export interface LogFolderOptions {
  /** A folder for files of lines until they are complete; it is emptied first. */
  readonly work: string;
  /** Whether lines are appended to the site's files; otherwise the files are written anew. */
  readonly isContinued: boolean;
}

/** The files of the public log in a site, by their names below data/v1/. A file that is right already stays. */
export class LogFolder {
  readonly #site: SiteTree;
  readonly #options: LogFolderOptions;
  readonly #wanted = new Set<string>();
  readonly #keptFolders = new Set<string>();
  readonly #growing = new Map<string, string>();
  #waiting = 0;

  constructor(site: SiteTree, options: LogFolderOptions) {
    this.#site = site;
    this.#options = options;
    rmSync(options.work, { recursive: true, force: true });
    mkdirSync(join(options.work, 'log'), { recursive: true });
    mkdirSync(join(options.work, 'days'));
  }

  #pathOf(name: string): string {
    return join(this.#site.dir, inSite(name));
  }

  readonly read: Read = (name) =>
    readFile(this.#pathOf(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });

  write(name: string, content: string | Uint8Array): void {
    this.#wanted.add(inSite(name));
    this.#site.writeIfOther(inSite(name), content);
  }

  /** Keeps a file as it is. @throws MissingFile */
  keep(name: string): void {
    if (!this.#site.has(inSite(name))) throw new MissingFile(name);
    this.#wanted.add(inSite(name));
  }

  /**
   * Keeps a folder as it is, without reading its files.
   *
   * @param files that it must have
   * @throws MissingFile
   */
  keepFolder(name: string, files: number): void {
    const path = this.#pathOf(name);
    if (!existsSync(path) || readdirSync(path).length !== files) throw new MissingFile(name);
    this.#keptFolders.add(name);
  }

  /** Adds text to a file of lines, which begins with `head`. The site has the text when all is finished. */
  append(name: string, text: string, head = ''): void {
    const waiting = this.#growing.get(name) ?? this.#begin(name, head);
    this.#growing.set(name, waiting + text);
    this.#waiting += text.length;
    if (this.#waiting > MOST_WAITING) this.#flush();
  }

  /** Begins a file of lines: with its head, or with a copy of the live site's file, which is never written to. */
  #begin(name: string, head: string): string {
    this.#wanted.add(inSite(name));
    if (!this.#options.isContinued || !this.#site.has(inSite(name))) return head;
    copyFileSync(this.#pathOf(name), join(this.#options.work, name), constants.COPYFILE_FICLONE);
    return '';
  }

  #flush(): void {
    for (const [name, text] of this.#growing) {
      if (text !== '') appendFileSync(join(this.#options.work, name), text);
      this.#growing.set(name, '');
    }
    this.#waiting = 0;
  }

  /** Moves the files of lines into the site, and removes those of an earlier log that this one does not have. */
  finish(): void {
    this.#flush();
    for (const name of this.#growing.keys()) {
      this.#site.moveIfOther(join(this.#options.work, name), inSite(name));
    }
    for (const folder of this.#changedFolders()) {
      for (const name of this.#site.filesIn(folder)) {
        const file = `${folder}/${name}`;
        if (isOfLog(file) && !this.#wanted.has(file)) this.#site.remove(file);
      }
    }
  }

  /** Lists the folders that may have files of an earlier log. */
  #changedFolders(): string[] {
    // Files of lines that go on, and of kept days, are not listed: none is in excess, and they are many.
    if (!this.#options.isContinued) return [logDir];
    const folder = this.#pathOf(coinsDir);
    const coins = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
    const days = coins.filter((one) => one.isDirectory()).map(({ name }) => `${coinsDir}/${name}`);
    return [treeDir, ...days.filter((name) => !this.#keptFolders.has(name)).map(inSite)];
  }
}
