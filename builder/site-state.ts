import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import type { FilePieces } from '../ledger/src/exports/pieces.ts';
import { RowFile } from '../ledger/src/rows/row-file.ts';
import type { BuildInfo } from './build-info.ts';
import { fingerprint } from './fingerprint.ts';
import type { Loads, PageRecord } from './page-record.ts';

// One file beside the site holds all that the builder knows: the rows that pages are drawn from, the pages with
// what they name, and how the last two versions differ. It is a cache: lost, damaged or of another site, it is made
// anew from the databases.

/** Beside a site: the builder's memory. */
export const stateFileOf = (siteDir: string): string => `${siteDir}.state`;

/** Beside a site: the copy of the databases that it is built from. */
export const copyFileOf = (siteDir: string): string => `${siteDir}.copy`;

/** A page as its check needs it, without what it names. */
export interface StoredPage {
  readonly id: number;
  readonly file: string;
  /** In bytes. */
  readonly length: number;
  /** As it travels, in bytes; 0 when it was never weighed. */
  readonly weight: number;
  /** The files that it loads, as JSON: the same text for all pages that load the same. */
  readonly loads: string;
}

/** A name in a page, and the page that has it. */
export interface PageName {
  readonly file: string;
  readonly name: string;
}

/** Where the pieces are of files that have one for each DAT. */
export interface KnownPieces {
  readonly ids: readonly string[];
  readonly files: Readonly<Record<string, FilePieces>>;
}

/** The facts about a site that belong to none of its pages. */
export interface KnownParts {
  readonly pieces?: KnownPieces | undefined;
  /** The works that were taken down. */
  readonly takenDown?: readonly string[] | undefined;
  /** Pages that it lacks, or has as they were before. */
  readonly leftOut?: readonly LeftOut[] | undefined;
}

/** When a file was last added to or removed from each folder: while it stays, its files need no look. */
export type FolderTimes = Readonly<Record<string, string>>;

/** How the last two versions of a site differ, so that the next one can be made out of them. */
export interface TreeNotes {
  readonly live: string;
  readonly before: string;
  readonly different: readonly string[];
  readonly folders: { readonly live: FolderTimes; readonly before: FolderTimes };
}

/** The keys of files, by file: each names all that the file shows (see the plan of the ledger). */
export type Keys = ReadonlyMap<string, string>;

/** The copy of the databases from which some data was made; with it the builder need not read the copy again. */
export interface Seen {
  readonly copy: string;
  readonly snapshot: string;
}

/** The site that is known. */
const nameOf = ({ time, snapshot, sources }: BuildInfo): string =>
  fingerprint([time, snapshot, sources]);

const tables = `
  CREATE TABLE pages (id INTEGER PRIMARY KEY, file TEXT NOT NULL UNIQUE, length INTEGER NOT NULL,
    weight INTEGER NOT NULL, loads TEXT NOT NULL, problems TEXT NOT NULL);
  CREATE TABLE names (page INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (page, kind, name)) WITHOUT ROWID;
  CREATE TABLE keys (file TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE weights (file TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
`;

/** The kinds of names in a page. */
const kinds = ['links', 'pictures', 'address'] as const;
type Kind = (typeof kinds)[number];

const notes = { site: 'site', seen: 'seen', trees: 'trees' } as const;

/**
 * The builder's memory. While a site is being made, its pages are written in one transaction, which is kept when
 * the site is live; until then the next rebuild knows the site before.
 */
export class SiteState extends RowFile {
  static override open(path: string): SiteState {
    return new SiteState(RowFile.openDatabase(path, tables));
  }

  /** @returns the facts about this site; undefined for another site */
  parts(info: BuildInfo | undefined): KnownParts | undefined {
    const stored = this.note(notes.site) as (KnownParts & { readonly of: string }) | undefined;
    return info && stored?.of === nameOf(info) ? stored : undefined;
  }

  /** Keeps the pages that were written, as those of this site. */
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

  /** Makes these the keys, where `before` are those that are stored. */
  setKeys(keys: Keys, before: Keys): void {
    const put = this.prepared('INSERT OR REPLACE INTO keys VALUES (?, ?)');
    for (const [file, key] of keys) if (before.get(file) !== key) put.run(file, key);
    const remove = this.prepared('DELETE FROM keys WHERE file = ?');
    for (const file of before.keys()) if (!keys.has(file)) remove.run(file);
  }

  forgetPages(): void {
    for (const table of ['pages', 'names', 'keys']) this.prepared(`DELETE FROM ${table}`).run();
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

  /** In the order of their files. */
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

  /** Everything of this kind that some page names, each once. */
  allNames(kind: Kind): string[] {
    const all = this.prepared('SELECT DISTINCT name FROM names WHERE kind = ?').all(kind);
    return all.map(({ name }) => String(name));
  }

  /** The pages that name any of these. */
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

  /** Lists the problems that pages have by themselves. */
  problems(): { readonly file: string; readonly problem: string }[] {
    return this.prepared(
      'SELECT file, value AS problem FROM pages, json_each(problems) ORDER BY file, key',
    ).all() as unknown as { file: string; problem: string }[];
  }

  /** Pages with the address of another one, which comes before it. */
  sameAddresses(): (PageName & { readonly other: string })[] {
    return this.prepared(`SELECT * FROM (
        SELECT file, name, lag(file) OVER (PARTITION BY name ORDER BY file) AS other
        FROM names JOIN pages ON id = page WHERE kind = 'address'
      ) WHERE other IS NOT NULL ORDER BY file`).all() as unknown as (PageName & {
      readonly other: string;
    })[];
  }

  /**
   * The pages to which no chain of links leads.
   *
   * @param start the pages from which one may begin
   * @param answers which page answers a link
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

  /** @returns the weight of a file that is named by its content; undefined if nobody weighed it */
  weightOf(file: string): number | undefined {
    const weight = this.prepared('SELECT bytes FROM weights WHERE file = ?').get(file);
    return weight && Number(weight.bytes);
  }

  setWeight(file: string, bytes: number): void {
    this.prepared('INSERT OR REPLACE INTO weights VALUES (?, ?)').run(file, bytes);
  }
}
