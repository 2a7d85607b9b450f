import { hash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { asciiJson } from '@datchain/shared/domain/ascii-json.ts';
import type { Row, RowIndex } from '../snapshot.ts';

// Briefs are read all together, and texts one by one: side by side, each would be in the other's way. A text
// is too long for a table that is ordered by its key, which would keep most of it elsewhere.
const tables = `
  CREATE TABLE rows (key TEXT PRIMARY KEY, print TEXT NOT NULL, at INTEGER NOT NULL, brief TEXT)
    WITHOUT ROWID;
  CREATE TABLE texts (key TEXT PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE notes (key TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
`;

/** In bytes. A text is longer than the usual page: in larger ones it is in fewer pieces. */
const PAGE_SIZE = 16_384;

/** In bytes; what is beyond is read with calls. */
const MOST_MAPPED = 2 ** 31 - 1;

/** A short name of a row's text: equal text, equal name. */
const printOf = (json: string): string => hash('sha256', json).slice(0, 16);

/** Removes a file of rows that no process has open. */
export function removeRows(path: string): void {
  for (const part of ['', '-journal']) rmSync(`${path}${part}`, { force: true });
}

/** It has other tables, as another version of this code has made them. */
class OtherTables extends Error {
  override readonly name = 'OtherTables';
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Whether a file has to be begun again. One that is in use, or not ours to open, has not. */
function isWrong(error: unknown): boolean {
  if (error instanceof OtherTables) return true;
  if (!(error instanceof Error && 'errcode' in error)) return false;
  // The rest of it says more of what is wrong.
  return [CORRUPT, NOT_A_DATABASE].includes(Number(error.errcode) & 0xff);
}

function openWith(all: string, path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    if (path !== ':memory:') chmodSync(path, 0o600);
    // A machine that stops loses a cache at most: the next rebuild writes it again.
    database.exec('PRAGMA synchronous = OFF');
    const version = crc32(all) >>> 1;
    const stored = database.prepare('PRAGMA user_version').get()?.user_version;
    if (stored === version) return database;
    if (stored !== 0) throw new OtherTables();
    database.exec(`PRAGMA page_size = ${PAGE_SIZE}; ${all} PRAGMA user_version = ${version}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export interface KeptRow extends Row {
  /** What is to be known of it without reading it. */
  readonly brief?: unknown;
}

export interface KnownRow extends Pick<KeptRow, 'key' | 'at' | 'brief'> {
  /** A short name of its value: equal values, equal names. */
  readonly print: string;
}

const textOf = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** What is told of a row without its value, as it stands in the file. */
type StoredRow = readonly [key: string, print: string, at: number, brief: string | null];

const knownRow = ([key, print, at, brief]: StoredRow): KnownRow => ({
  key,
  print,
  at,
  brief: brief === null ? undefined : JSON.parse(brief),
});

/** Rows by their keys, in a file: who draws a page reads only its rows. It is a cache: what is damaged is rewritten. */
export class RowFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  protected constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** To read only. @throws when there is no such file */
  static read(path: string): RowFile {
    const database = new DatabaseSync(path, { readOnly: true });
    // Nobody writes meanwhile: reading it as memory saves a call of the system for each part of a row.
    database.exec(`PRAGMA mmap_size = ${MOST_MAPPED}`);
    return new RowFile(database);
  }

  /** To write; a file that is damaged or has other tables begins empty. */
  static open(path: string): RowFile {
    return new RowFile(RowFile.openDatabase(path, ''));
  }

  /** @param more further tables. @throws when it cannot be opened, or somebody else writes */
  protected static openDatabase(path: string, more: string): DatabaseSync {
    try {
      return openWith(tables + more, path);
    } catch (error) {
      if (!isWrong(error)) throw error;
      removeRows(path);
      return openWith(tables + more, path);
    }
  }

  protected prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  get(key: string): unknown {
    const row = this.prepared('SELECT json FROM texts WHERE key = ?').get(key);
    return row && JSON.parse(String(row.json));
  }

  has(key: string): boolean {
    return this.prepared('SELECT 1 FROM rows WHERE key = ?').get(key) !== undefined;
  }

  /** All rows without their values, in the order of their keys. */
  #stored(): StoredRow[] {
    const statement = this.prepared('SELECT key, print, at, brief FROM rows ORDER BY key');
    // Of tens of thousands, lists take half as long to make as objects.
    statement.setReturnArrays(true);
    return statement.all() as unknown as StoredRow[];
  }

  known = (): KnownRow[] => this.#stored().map(knownRow);

  /** Writes a row, unless it is there as it is. A row with the same value keeps its time. */
  put(row: KeptRow): void {
    const statement = this.prepared('SELECT key, print, at, brief FROM rows WHERE key = ?');
    statement.setReturnArrays(true);
    this.#put(row, statement.get(row.key) as StoredRow | undefined);
  }

  #put({ key, value, at, brief }: KeptRow, before: StoredRow | undefined): void {
    const json = JSON.stringify(value);
    const [print, briefText] = [printOf(json), textOf(brief)];
    const [, printBefore, atBefore, briefBefore] = before ?? [];
    const isSame = printBefore === print;
    if (isSame && briefBefore === briefText) return;
    const since = isSame ? (atBefore ?? at) : at;
    const rows = this.prepared('INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?)');
    rows.run(key, print, since, briefText);
    if (isSame) return;
    this.prepared('INSERT OR REPLACE INTO texts VALUES (?, ?)').run(key, asciiJson(json));
  }

  remove(key: string): void {
    for (const table of ['rows', 'texts']) {
      this.prepared(`DELETE FROM ${table} WHERE key = ?`).run(key);
    }
  }

  /** Makes the file hold these rows and no others. */
  putAll(rows: Iterable<KeptRow>): void {
    const before = new Map(this.#stored().map((row) => [row[0], row]));
    // In the order of the file they are added at its end, one after the other.
    for (const row of [...rows].sort((a, b) => (a.key < b.key ? -1 : 1))) {
      this.#put(row, before.get(row.key));
      before.delete(row.key);
    }
    for (const key of before.keys()) this.remove(key);
  }

  /** Gives rows the times at which a site says that they changed, where it has the same values. */
  keepTimes(index: RowIndex): void {
    for (const row of this.prepared('SELECT key, print, at FROM rows').all()) {
      const key = String(row.key);
      const known = Object.hasOwn(index, key) ? index[key] : undefined;
      if (!known || known[0] !== row.print || known[1] === row.at) continue;
      this.prepared('UPDATE rows SET at = ? WHERE key = ?').run(known[1], key);
    }
  }

  note(key: string): unknown {
    const note = this.prepared('SELECT json FROM notes WHERE key = ?').get(key);
    return note && JSON.parse(String(note.json));
  }

  /** Keeps a note; undefined removes it. */
  setNote(key: string, value: unknown): void {
    if (value === undefined) this.prepared('DELETE FROM notes WHERE key = ?').run(key);
    else this.prepared('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(key, textOf(value));
  }

  /** Begins a transaction, which `keep` or `drop` ends. */
  begin = (): void => this.#database.exec('BEGIN');

  keep = (): void => this.#database.exec('COMMIT');

  /** Drops what was written and not kept. */
  drop(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  /** All or nothing. */
  together<Made>(write: () => Made): Made {
    this.begin();
    try {
      const made = write();
      this.keep();
      return made;
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  close = (): void => this.#database.close();
}
