import { chmodSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

export interface CacheFormat {
  readonly tables: string;
  /** Identifies the source of the content; a cache of another source begins empty. */
  readonly about?: string;
  readonly settings: string;
}

/** Deletes a cache that no process has open, with a killed process's journal. */
export function removeCache(path: string): void {
  for (const part of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${part}`, { force: true });
}

class OtherContent extends Error {
  override readonly name = 'OtherContent';
}

/** The error of other tables, or of a damaged head of the file. */
const SQL_ERROR = 1;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Tells whether a cache has to be deleted. A locked or inaccessible one must not be. */
function isUseless(error: unknown): boolean {
  if (error instanceof OtherContent) return true;
  if (!(error instanceof Error && 'errcode' in error)) return false;
  // The higher bits of the code have details.
  return [SQL_ERROR, CORRUPT, NOT_A_DATABASE].includes(Number(error.errcode) & 0xff);
}

const notes =
  'CREATE TABLE notes (key TEXT PRIMARY KEY, json TEXT NOT NULL CHECK (json_valid(json))) WITHOUT ROWID;';

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

/** A cache in a SQLite file. A lost or damaged one, or one with another source or other tables, begins empty. */
export class SqliteCache {
  readonly path: string;
  protected readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param path of the file, or `:memory:`. @throws when the file cannot be opened, or another process writes */
  protected constructor(path: string, format: CacheFormat) {
    this.path = path;
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

  note(key: string): unknown {
    const note = this.prepared('SELECT json FROM notes WHERE key = ?').get(key);
    return note && JSON.parse(String(note.json));
  }

  /** Stores a note; undefined deletes it. */
  setNote(key: string, value: unknown): void {
    if (value === undefined) this.prepared('DELETE FROM notes WHERE key = ?').run(key);
    else {
      this.prepared('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(key, JSON.stringify(value));
    }
  }

  begin = (): void => this.database.exec('BEGIN');

  keep = (): void => this.database.exec('COMMIT');

  /** Tells whether the file is undamaged, by reading all of it. */
  isSound(): boolean {
    try {
      return this.prepared('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
    } catch {
      return false;
    }
  }

  drop(): void {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }

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
