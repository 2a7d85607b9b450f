import { chmodSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** What is in a cache, and how it is kept. */
export interface CacheFormat {
  /** The tables besides that of notes. */
  readonly tables: string;
  /** Whose content it is: that of somebody else is of no use. */
  readonly about?: string;
  /** Settings of SQLite. */
  readonly settings: string;
}

/** Removes a cache that no process has open, with what a killed one left of it. */
export function removeCache(path: string): void {
  for (const part of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${part}`, { force: true });
}

/** It is about something else, or has other tables, as another version of this code has made them. */
class OtherContent extends Error {
  override readonly name = 'OtherContent';
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Whether a cache has to begin anew. One that is in use, or not ours to open, has not. */
function isUseless(error: unknown): boolean {
  if (error instanceof OtherContent) return true;
  if (!(error instanceof Error && 'errcode' in error)) return false;
  // The rest of it says more of what is wrong.
  return [CORRUPT, NOT_A_DATABASE].includes(Number(error.errcode) & 0xff);
}

const notes = 'CREATE TABLE notes (key TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;';

function openWith(path: string, { tables, about = '', settings }: CacheFormat): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    if (path !== ':memory:') chmodSync(path, 0o600);
    database.exec(settings);
    const version = crc32(tables + about) >>> 1;
    const stored = database.prepare('PRAGMA user_version').get()?.user_version;
    if (stored === version) return database;
    if (stored !== 0) throw new OtherContent();
    database.exec(`BEGIN; ${notes} ${tables} PRAGMA user_version = ${version}; COMMIT`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What can be had again, kept in a file: one that is lost, damaged, of another version or about something else begins empty. */
export class SqliteCache {
  protected readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param path of the file, or `:memory:`. @throws when it cannot be opened, or somebody else writes */
  protected constructor(path: string, format: CacheFormat) {
    try {
      this.database = openWith(path, format);
    } catch (error) {
      if (!isUseless(error)) throw error;
      removeCache(path);
      this.database = openWith(path, format);
    }
  }

  protected prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  /** Undefined when there is none. */
  note(key: string): unknown {
    const note = this.prepared('SELECT json FROM notes WHERE key = ?').get(key);
    return note && JSON.parse(String(note.json));
  }

  /** Keeps a note; undefined removes it. */
  setNote(key: string, value: unknown): void {
    if (value === undefined) this.prepared('DELETE FROM notes WHERE key = ?').run(key);
    else {
      this.prepared('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(key, JSON.stringify(value));
    }
  }

  /** Begins a transaction, which `keep` or `drop` ends. */
  begin = (): void => this.database.exec('BEGIN');

  keep = (): void => this.database.exec('COMMIT');

  /** Drops what was written and not kept. */
  drop(): void {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }

  /** All or nothing, and much faster than one by one. */
  together(write: () => void): void {
    this.begin();
    try {
      write();
      this.keep();
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  close = (): void => this.database.close();
}
