import { randomUUID } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { asciiJson } from '@datchain/shared/domain/ascii-json.ts';

/** Changes with the tables, and with how values stand in them. */
const VERSION = 3;

const tables = `
  CREATE TABLE documents (
    collection TEXT NOT NULL, id TEXT NOT NULL, version TEXT NOT NULL, json TEXT,
    revision INTEGER NOT NULL,
    PRIMARY KEY (collection, id)
  );
  CREATE INDEX byRevision ON documents (revision);
  CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL);
  PRAGMA user_version = ${VERSION};
`;

/** A copied document. */
export interface Copied {
  readonly id: string;
  /** Undefined for one that is known not to exist. */
  readonly value: unknown;
  /** Texts whose order is that of the versions; empty where the database has none. */
  readonly version: string;
}

interface Row {
  readonly id: string;
  readonly version: string;
  readonly json: string | null;
  readonly revision: number;
}

const copiedOf = ({ id, version, json }: Row): Copied => ({
  id,
  version,
  value: json === null ? undefined : JSON.parse(json),
});

/** Where a document is. */
export interface CopyPlace {
  readonly collection: string;
  readonly id: string;
}

/** Removes a copy that no process has open, with what a killed one left of it. */
export function removeCopy(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
}

/**
 * A copy of documents in a file. It is a cache: one that is lost, damaged, of another version or of
 * another source begins empty. Values are kept as JSON; timestamps become `{_seconds, _nanoseconds}`,
 * which `readMillis` knows.
 */
export class CopyFile {
  /** Where it is; undefined for one in memory. */
  readonly path: string | undefined;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(path: string) {
    this.path = path === ':memory:' ? undefined : path;
    this.#database = new DatabaseSync(path);
  }

  /** Makes the tables, unless they are there. @throws when they are of another source */
  #prepareTables(source: string): void {
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const { user_version: version } = this.#prepared('PRAGMA user_version').get() as {
      user_version: number;
    };
    if (version !== VERSION) {
      this.#database.exec(tables);
      this.setFact('source', source);
      this.setFact('id', randomUUID());
    }
    if (this.fact('source') !== source) throw new Error(`This copy is not of ${source}`);
  }

  /**
   * @param file a path, or `:memory:`
   * @param source whose documents they are
   */
  static open(file: string, source: string): CopyFile {
    const open = () => {
      const copy = new CopyFile(file);
      if (copy.path !== undefined) chmodSync(copy.path, 0o600);
      copy.#prepareTables(source);
      return copy;
    };
    try {
      return open();
    } catch (error) {
      if (file === ':memory:') throw error;
      removeCopy(file);
      return open();
    }
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  /** Names what the copy holds: another name, when anything in it changed. */
  get state(): string {
    return `${this.fact('id')}:${this.#revision}`;
  }

  get #revision(): number {
    return Number(this.fact('revision') ?? 0);
  }

  /**
   * The documents whose values are others than in a former state of this copy; undefined when it cannot
   * tell: it is another copy, or has forgotten some of them.
   */
  changedSince(state: string): readonly CopyPlace[] | undefined {
    const [id, revision] = state.split(':');
    const since = Number(revision);
    if (id !== this.fact('id') || Number(this.fact('forgotten') ?? 0) > since) return undefined;
    const sql = 'SELECT collection, id FROM documents WHERE revision > ?';
    return this.#prepared(sql)
      .all(since)
      .map((row) => ({ collection: String(row.collection), id: String(row.id) }));
  }

  fact(key: string): string | undefined {
    const row = this.#prepared('SELECT value FROM facts WHERE key = ?').get(key);
    return row && String(row.value);
  }

  setFact(key: string, value: string): void {
    this.#prepared('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(key, value);
  }

  /** All or nothing, and much faster than one by one. */
  together(write: () => void): void {
    this.#database.exec('BEGIN');
    try {
      write();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** @returns whether its value is another one than before */
  put(collection: string, { id, value, version }: Copied): boolean {
    const json = value === undefined ? null : asciiJson(JSON.stringify(value));
    const before = this.#row(collection, id);
    const isOther = (before?.json ?? null) !== json;
    const revision = isOther ? this.#revision + 1 : (before?.revision ?? 0);
    const write = this.#prepared('INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?)');
    if (before?.json !== json || before.version !== version) {
      write.run(collection, id, version, json, revision);
    }
    if (isOther) this.setFact('revision', String(revision));
    return isOther;
  }

  #row(collection: string, id: string): Row | undefined {
    const sql = 'SELECT * FROM documents WHERE collection = ? AND id = ?';
    return this.#prepared(sql).get(collection, id) as Row | undefined;
  }

  /** Undefined when nothing is known of it. */
  get(collection: string, id: string): Copied | undefined {
    const row = this.#row(collection, id);
    return row && copiedOf(row);
  }

  versionOf = (collection: string, id: string): string | undefined =>
    this.#row(collection, id)?.version;

  /** The documents of a collection that exist, in the order of their ids; one is in memory. */
  *all(collection: string): Generator<Copied> {
    const sql = 'SELECT * FROM documents WHERE collection = ? AND json IS NOT NULL ORDER BY id';
    // Not prepared once for all: two readers may go through it at the same time.
    for (const row of this.#database.prepare(sql).iterate(collection)) {
      yield copiedOf(row as unknown as Row);
    }
  }

  /** The ids of a collection, also of documents that are known not to exist. */
  ids(collection: string): string[] {
    const rows = this.#prepared('SELECT id FROM documents WHERE collection = ?').all(collection);
    return rows.map(({ id }) => String(id));
  }

  /** Forgets what is known of a document. @returns whether it existed */
  forget(collection: string, id: string): boolean {
    const existed = this.put(collection, { id, value: undefined, version: '' });
    this.#prepared('DELETE FROM documents WHERE collection = ? AND id = ?').run(collection, id);
    if (existed) this.setFact('forgotten', String(this.#revision));
    return existed;
  }

  close = (): void => this.#database.close();
}
