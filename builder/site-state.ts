import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import {
  type NameOfWorks,
  namesOfWorks,
  type WrittenChunks,
} from '../ledger/src/exports/files-of-works.ts';
import type { BuildInfo } from './build-info.ts';
import { fingerprint } from './fingerprint.ts';
import type { Loads, PageRecord } from './page-record.ts';
import { RowFile } from './row-file.ts';

// The builder's memory is a file beside the site. If it is lost, damaged or of another site, it is made anew.

export const stateFileOf = (siteDir: string): string => `${siteDir}.state`;

export const copyFileOf = (siteDir: string): string => `${siteDir}.copy`;

/** A page without its links. */
export interface StoredPage {
  readonly id: number;
  readonly file: string;
  readonly length: number;
  /** In gzipped bytes; 0 for a page that was not weighed. */
  readonly weight: number;
  /** The loaded files, as JSON: pages that load the same files have the same text. */
  readonly loads: string;
}

export interface PageName {
  readonly file: string;
  readonly name: string;
}

export interface KnownParts {
  readonly takenDown?: readonly string[] | undefined;
  readonly leftOut?: readonly LeftOut[] | undefined;
}

/** The modification time of each folder: while it stays, no file was added or removed. */
export type FolderTimes = Readonly<Record<string, string>>;

/**
 * The files that differ between the live version and the one before it. The next version is made
 * from the older one by replacing these files.
 */
export interface TreeNotes {
  readonly live: string;
  readonly before: string;
  readonly different: readonly string[];
  readonly folders: { readonly live: FolderTimes; readonly before: FolderTimes };
}

/** Keys by file: a key names everything that the file shows (see the plan of the ledger). */
export type Keys = ReadonlyMap<string, string>;

/** The state of the copy, and the hash of the data made from it: with it the copy need not be read again. */
export interface Seen {
  readonly copy: string;
  readonly snapshot: string;
}

const nameOf = ({ time, snapshot, sources }: BuildInfo): string =>
  fingerprint([time, snapshot, sources]);

const tables = `
  CREATE TABLE pages (id INTEGER PRIMARY KEY, file TEXT NOT NULL UNIQUE, length INTEGER NOT NULL,
    weight INTEGER NOT NULL, loads TEXT NOT NULL, problems TEXT NOT NULL);
  CREATE TABLE names (page INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (page, kind, name)) WITHOUT ROWID;
  CREATE TABLE keys (file TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE chunks (key TEXT PRIMARY KEY, ${namesOfWorks.map((name) => `"${name}" BLOB NOT NULL`)});
  CREATE TABLE weights (file TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
`;

const kinds = ['links', 'pictures', 'address'] as const;
type Kind = (typeof kinds)[number];

const notes = { site: 'site', seen: 'seen', trees: 'trees' } as const;

/**
 * The builder's memory. The pages of a new site are written in one transaction, which is committed when the site is
 * live; until then the next rebuild finds the former site.
 */
export class SiteState extends RowFile {
  /** @param path of the file, or `:memory:`. @throws when the file cannot be opened, or another process writes */
  constructor(path: string) {
    super(path, tables);
  }

  /** Returns the facts about this site; undefined for another site. */
  parts(info: BuildInfo | undefined): KnownParts | undefined {
    const stored = this.note(notes.site) as (KnownParts & { readonly of: string }) | undefined;
    return info && stored?.of === nameOf(info) ? stored : undefined;
  }

  keepSite(info: BuildInfo, parts: KnownParts): void {
    this.setNote(notes.site, { of: nameOf(info), ...parts });
    this.keep();
  }

  seen = (): Seen | undefined => this.note(notes.seen) as Seen | undefined;

  setSeen = (seen: Seen): void => this.setNote(notes.seen, seen);

  trees = (): TreeNotes | undefined => this.note(notes.trees) as TreeNotes | undefined;

  setTrees = (trees: TreeNotes | undefined): void => this.setNote(notes.trees, trees);

  keys(): Map<string, string> {
    const all = this.prepared('SELECT file, key FROM keys').all();
    return new Map(all.map(({ file, key }) => [String(file), String(key)]));
  }

  setKeys(keys: Keys, before: Keys): void {
    const put = this.prepared('INSERT OR REPLACE INTO keys VALUES (?, ?)');
    for (const [file, key] of keys) if (before.get(file) !== key) put.run(file, key);
    const remove = this.prepared('DELETE FROM keys WHERE file = ?');
    for (const file of before.keys()) if (!keys.has(file)) remove.run(file);
  }

  forgetPages(): void {
    for (const table of ['pages', 'names', 'keys', 'chunks'])
      this.prepared(`DELETE FROM ${table}`).run();
  }

  chunks(): ReadonlySet<string> {
    const all = this.prepared('SELECT key FROM chunks').all();
    return new Set(all.map(({ key }) => String(key)));
  }

  piece(chunk: string, file: NameOfWorks): Uint8Array | undefined {
    const row = this.prepared(`SELECT "${file}" AS piece FROM chunks WHERE key = ?`).get(chunk);
    return row?.piece as Uint8Array | undefined;
  }

  /** Adds chunks, and deletes those that the files no longer have. */
  setChunks({ keys, made }: WrittenChunks): void {
    const gone = 'DELETE FROM chunks WHERE key NOT IN (SELECT value FROM json_each(?))';
    this.prepared(gone).run(JSON.stringify(keys));
    const values = namesOfWorks.map(() => ', ?').join('');
    const put = this.prepared(`INSERT OR REPLACE INTO chunks VALUES (?${values})`);
    for (const [key, pieces] of made) put.run(key, ...namesOfWorks.map((name) => pieces[name]));
  }

  putPage(file: string, { length, problems, ...record }: PageRecord): void {
    this.removePage(file);
    const { scripts, styles, fonts } = record;
    const loads: Loads = { scripts, styles, fonts };
    const { lastInsertRowid: id } = this.prepared(
      'INSERT INTO pages (file, length, weight, loads, problems) VALUES (?, ?, 0, ?, ?)',
    ).run(file, length, JSON.stringify(loads), JSON.stringify(problems));
    const name = this.prepared('INSERT OR IGNORE INTO names VALUES (?, ?, ?)');
    for (const kind of kinds) for (const each of record[kind]) name.run(id, kind, each);
  }

  removePage(file: string): void {
    const page = this.page(file);
    if (!page) return;
    this.prepared('DELETE FROM names WHERE page = ?').run(page.id);
    this.prepared('DELETE FROM pages WHERE id = ?').run(page.id);
  }

  page(file: string): StoredPage | undefined {
    return this.prepared('SELECT id, file, length, weight, loads FROM pages WHERE file = ?').get(
      file,
    ) as StoredPage | undefined;
  }

  pages(): StoredPage[] {
    return this.prepared(
      'SELECT id, file, length, weight, loads FROM pages ORDER BY file',
    ).all() as unknown as StoredPage[];
  }

  get pageCount(): number {
    return Number(this.prepared('SELECT count(*) AS pages FROM pages').get()?.pages);
  }

  names({ id }: StoredPage, kind: Kind): string[] {
    const all = this.prepared('SELECT name FROM names WHERE page = ? AND kind = ?').all(id, kind);
    return all.map(({ name }) => String(name));
  }

  allNames(kind: Kind): string[] {
    const all = this.prepared('SELECT DISTINCT name FROM names WHERE kind = ?').all(kind);
    return all.map(({ name }) => String(name));
  }

  whoNames(kind: Kind, names: readonly string[]): PageName[] {
    return this.prepared(`SELECT file, name FROM names JOIN pages ON id = page
      WHERE kind = ? AND name IN (SELECT value FROM json_each(?)) ORDER BY file, name`).all(
      kind,
      JSON.stringify(names),
    ) as unknown as PageName[];
  }

  problemsOf({ id }: StoredPage): string[] {
    const page = this.prepared('SELECT problems FROM pages WHERE id = ?').get(id);
    return JSON.parse(String(page?.problems ?? '[]'));
  }

  problems(): { readonly file: string; readonly problem: string }[] {
    return this.prepared(
      'SELECT file, value AS problem FROM pages, json_each(problems) ORDER BY file, key',
    ).all() as unknown as { file: string; problem: string }[];
  }

  /** Lists pages with the same address as an earlier page. */
  sameAddresses(): (PageName & { readonly other: string })[] {
    return this.prepared(`SELECT * FROM (
        SELECT file, name, lag(file) OVER (PARTITION BY name ORDER BY file) AS other
        FROM names JOIN pages ON id = page WHERE kind = 'address'
      ) WHERE other IS NOT NULL ORDER BY file`).all() as unknown as (PageName & {
      readonly other: string;
    })[];
  }

  /**
   * Lists the pages that no chain of links reaches.
   *
   * @param start the pages to begin with
   * @param answers the page for each link
   */
  unreached(start: readonly string[], answers: ReadonlyMap<string, string>): string[] {
    const found = this.prepared(`WITH RECURSIVE
      answers (name, page) AS MATERIALIZED (
        SELECT key, pages.id FROM json_each(?) JOIN pages ON file = value
      ),
      reached (page) AS (
        SELECT pages.id FROM json_each(?) JOIN pages ON file = value
        UNION
        SELECT answers.page FROM reached
          JOIN names ON names.page = reached.page AND kind = 'links'
          JOIN answers ON answers.name = names.name
      )
      SELECT file FROM pages WHERE id NOT IN reached ORDER BY file`).all(
      JSON.stringify(Object.fromEntries(answers)),
      JSON.stringify(start),
    );
    return found.map(({ file }) => String(file));
  }

  noteWeight(page: StoredPage, bytes: number): void {
    this.prepared('UPDATE pages SET weight = ? WHERE id = ?').run(bytes, page.id);
  }

  /** Returns the cached weight of a file with a content hash in its name. */
  weightOf(file: string): number | undefined {
    const weight = this.prepared('SELECT bytes FROM weights WHERE file = ?').get(file);
    return weight && Number(weight.bytes);
  }

  setWeight(file: string, bytes: number): void {
    this.prepared('INSERT OR REPLACE INTO weights VALUES (?, ?)').run(file, bytes);
  }
}
