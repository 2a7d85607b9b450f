import { hash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Changes with the table. */
const VERSION = 1;

const table = `
  CREATE TABLE rows (key TEXT PRIMARY KEY, print TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = ${VERSION};
`;

/** A short name of a row's text: equal text, equal name. */
const printOf = (json: string): string => hash('sha256', json).slice(0, 16);

function removeFile(path: string): void {
  for (const part of ['', '-journal']) rmSync(`${path}${part}`, { force: true });
}

/**
 * Rows by their keys, in a file: who draws a page reads only the rows that it shows. It is a cache: what is
 * lost or damaged is written again.
 */
export class RowFile {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.#get = database.prepare('SELECT json FROM rows WHERE key = ?');
  }

  /** To read only. @throws when there is no such file */
  static read(path: string): RowFile {
    return new RowFile(new DatabaseSync(path, { readOnly: true }));
  }

  /** To write; a file that is damaged or of another version begins empty. */
  static open(path: string): RowFile {
    const open = () => {
      const database = new DatabaseSync(path);
      chmodSync(path, 0o600);
      // What is lost when the machine stops is written again.
      database.exec('PRAGMA synchronous = OFF');
      const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
        user_version: number;
      };
      if (version !== VERSION) database.exec(table);
      return new RowFile(database);
    };
    try {
      return open();
    } catch {
      removeFile(path);
      return open();
    }
  }

  /** A row's value; undefined when there is none. */
  get(key: string): unknown {
    const row = this.#get.get(key);
    return row && JSON.parse(String(row.json));
  }

  /**
   * Makes the file hold what is put meanwhile, and nothing else. Only rows that are new or others than before
   * are written.
   *
   * @param give is given `put`, which returns the row's print: another one when its value is another
   */
  rewrite<Made>(give: (put: (key: string, value: unknown) => string) => Made): Made {
    const before = new Map(
      this.#database
        .prepare('SELECT key, print FROM rows')
        .all()
        .map(({ key, print }) => [String(key), String(print)]),
    );
    const write = this.#database.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?)');
    const remove = this.#database.prepare('DELETE FROM rows WHERE key = ?');
    this.#database.exec('BEGIN');
    try {
      const made = give((key, value) => {
        const json = JSON.stringify(value);
        const print = printOf(json);
        if (before.get(key) !== print) write.run(key, print, json);
        before.delete(key);
        return print;
      });
      for (const key of before.keys()) remove.run(key);
      this.#database.exec('COMMIT');
      return made;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close = (): void => this.#database.close();
}
