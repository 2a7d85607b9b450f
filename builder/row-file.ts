import { hash } from 'node:crypto';
import { SqliteCache } from '@datchain/functions/stores/sqlite-cache.ts';
import { asciiJson } from '@datchain/shared/domain/ascii-json.ts';
import { type KeptRow, type KnownRow, valueQuery } from '../ledger/src/rows/row-file.ts';
import type { RowIndex } from '../ledger/src/snapshot.ts';

// Briefs are read all at once and values one by one, and values are too large for a table ordered by its key.
const tables = `
  CREATE TABLE rows (key TEXT PRIMARY KEY, print TEXT NOT NULL, at INTEGER NOT NULL, brief TEXT)
    WITHOUT ROWID;
  CREATE TABLE texts (key TEXT PRIMARY KEY, json TEXT NOT NULL);
`;

// Values are longer than SQLite's usual page. A crash of the machine may lose this cache; it is then rewritten.
const settings = 'PRAGMA page_size = 16384; PRAGMA synchronous = OFF';

const printOf = (json: string): string => hash('sha256', json).slice(0, 16);

type StoredRow = readonly [key: string, print: string, at: number, brief: string | null];

const knownRow = ([key, print, at, brief]: StoredRow): KnownRow => ({
  key,
  print,
  at,
  brief: brief === null ? undefined : JSON.parse(brief),
});

/** Rows by key, in a file: a process that draws a page reads only its rows. */
export class RowFile extends SqliteCache {
  /** @param more further tables. @throws when the file cannot be opened, or another process writes */
  constructor(path: string, more = '') {
    super(path, { tables: tables + more, settings });
  }

  get(key: string): unknown {
    const row = this.prepared(valueQuery).get(key);
    return row && JSON.parse(String(row.json));
  }

  has(key: string): boolean {
    return this.prepared('SELECT 1 FROM rows WHERE key = ?').get(key) !== undefined;
  }

  #stored(): StoredRow[] {
    const statement = this.prepared('SELECT key, print, at, brief FROM rows ORDER BY key');
    // Arrays take half as long to make as objects.
    statement.setReturnArrays(true);
    return statement.all() as unknown as StoredRow[];
  }

  known = (): KnownRow[] => this.#stored().map(knownRow);

  /** Writes a row. A row with the same value keeps its time. */
  put(row: KeptRow): void {
    const statement = this.prepared('SELECT key, print, at, brief FROM rows WHERE key = ?');
    statement.setReturnArrays(true);
    this.#put(row, statement.get(row.key) as StoredRow | undefined);
  }

  #put({ key, value, at, brief }: KeptRow, before: StoredRow | undefined): void {
    const json = JSON.stringify(value);
    const briefText = brief === undefined ? null : JSON.stringify(brief);
    const print = printOf(json);
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

  putAll(rows: Iterable<KeptRow>): void {
    const before = new Map(this.#stored().map((row) => [row[0], row]));
    // Sorted rows are appended at the end of the file.
    for (const row of [...rows].sort((a, b) => (a.key < b.key ? -1 : 1))) {
      this.#put(row, before.get(row.key));
      before.delete(row.key);
    }
    for (const key of before.keys()) this.remove(key);
  }

  /** Sets the change times that a site knows, for rows with the same value. */
  keepTimes(index: RowIndex): void {
    for (const row of this.prepared('SELECT key, print, at FROM rows').all()) {
      const key = String(row.key);
      const known = Object.hasOwn(index, key) ? index[key] : undefined;
      if (!known || known[0] !== row.print || known[1] === row.at) continue;
      this.prepared('UPDATE rows SET at = ? WHERE key = ?').run(known[1], key);
    }
  }
}
