import { randomUUID } from 'node:crypto';
import { asciiJson } from '@datchain/shared/domain/ascii-json.ts';
import { SqliteCache } from './sqlite-cache.ts';

const tables = `
  -- The form of the values is 3. Another projection of documents needs another number here.
  CREATE TABLE documents (
    collection TEXT NOT NULL, id TEXT NOT NULL, version TEXT NOT NULL,
    json TEXT CHECK (json_valid(json)),
    revision INTEGER NOT NULL,
    PRIMARY KEY (collection, id)
  );
  CREATE INDEX byRevision ON documents (revision);
`;

/** A crash must not lose the copy, because reading everything costs tens of thousands of reads. */
const settings = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL';

const facts = { id: 'id', revision: 'revision', forgotten: 'forgotten' } as const;

export interface Copied {
  readonly id: string;
  /** Undefined for a document known to be missing. */
  readonly value: unknown;
  /** A text that sorts by version; empty where the database has none. */
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

export interface CopyPlace {
  readonly collection: string;
  readonly id: string;
}

/** A copy of documents in a file, as JSON. Timestamps become `{_seconds, _nanoseconds}`, which `readMillis` reads. */
export class CopyFile extends SqliteCache {
  constructor(path: string, source: string) {
    super(path, { tables, settings, about: source });
  }

  /** Nothing is read on opening, so that a damaged copy can be opened and deleted. */
  get #id(): unknown {
    if (this.note(facts.id) === undefined) this.setNote(facts.id, randomUUID());
    return this.note(facts.id);
  }

  /** Identifies the content: it differs after any change. */
  get state(): string {
    return `${this.#id}:${this.#revision}`;
  }

  get #revision(): number {
    return Number(this.note(facts.revision) ?? 0);
  }

  /**
   * Lists the documents that differ from a former state; undefined for a state of another copy, or one before a
   * deletion.
   */
  changedSince(state: string): readonly CopyPlace[] | undefined {
    const [id, revision] = state.split(':');
    const since = Number(revision);
    const forgotten = Number(this.note(facts.forgotten) ?? 0);
    if (id !== this.#id || forgotten > since) return undefined;
    const sql = 'SELECT collection, id FROM documents WHERE revision > ?';
    return this.prepared(sql)
      .all(since)
      .map((row) => ({ collection: String(row.collection), id: String(row.id) }));
  }

  /** Stores a document. Returns whether its value has changed. */
  put(collection: string, { id, value, version }: Copied): boolean {
    const json = value === undefined ? null : asciiJson(JSON.stringify(value));
    const before = this.#row(collection, id);
    const isOther = (before?.json ?? null) !== json;
    const revision = isOther ? this.#revision + 1 : (before?.revision ?? 0);
    const write = this.prepared('INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?)');
    if (before?.json !== json || before.version !== version) {
      write.run(collection, id, version, json, revision);
    }
    if (isOther) this.setNote(facts.revision, revision);
    return isOther;
  }

  #row(collection: string, id: string): Row | undefined {
    const sql = 'SELECT * FROM documents WHERE collection = ? AND id = ?';
    return this.prepared(sql).get(collection, id) as Row | undefined;
  }

  get(collection: string, id: string): Copied | undefined {
    const row = this.#row(collection, id);
    return row && copiedOf(row);
  }

  versionOf = (collection: string, id: string): string | undefined =>
    this.#row(collection, id)?.version;

  /** Iterates over the existing documents of a collection by id, one in memory at a time. */
  *all(collection: string): Generator<Copied> {
    const sql = 'SELECT * FROM documents WHERE collection = ? AND json IS NOT NULL ORDER BY id';
    // Two readers may iterate at the same time, so the statement is not shared.
    for (const row of this.database.prepare(sql).iterate(collection)) {
      yield copiedOf(row as unknown as Row);
    }
  }

  /** Lists the ids of a collection, missing documents included. */
  ids(collection: string): string[] {
    const rows = this.prepared('SELECT id FROM documents WHERE collection = ?').all(collection);
    return rows.map(({ id }) => String(id));
  }

  forget(collection: string, id: string): boolean {
    const existed = this.put(collection, { id, value: undefined, version: '' });
    this.prepared('DELETE FROM documents WHERE collection = ? AND id = ?').run(collection, id);
    if (existed) this.setNote(facts.forgotten, this.#revision);
    return existed;
  }
}
