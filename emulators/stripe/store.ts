import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableName, Tables } from './tables.ts';
import { tableNames } from './tables.ts';

type AnyRow = { id: string };
type SavedRow = [table: TableName, id: string, row: AnyRow];

const fileName = 'snapshot.json';

/** All state, in memory. Handlers change rows synchronously. */
export class Store {
  readonly #tables = new Map<TableName, Map<string, AnyRow>>(
    tableNames.map((name) => [name, new Map()]),
  );

  /** Restores the rows that `save` wrote into `dir`; empty without it. */
  static async open(dir: string | undefined): Promise<Store> {
    const store = new Store();
    const path = dir && join(dir, fileName);
    if (!path || !existsSync(path)) return store;
    const rows = JSON.parse(await readFile(path, 'utf8')) as SavedRow[];
    for (const [table, id, row] of rows) store.#tables.get(table)?.set(id, row);
    return store;
  }

  get<T extends TableName>(table: T, id: string): Tables[T] | undefined {
    return this.#rows(table).get(id);
  }

  put<T extends TableName>(table: T, row: Tables[T]): void {
    this.#rows(table).set(row.id, row);
  }

  remove(table: TableName, id: string): void {
    this.#rows(table).delete(id);
  }

  /** Returns the rows of a table, oldest first. */
  rows<T extends TableName>(table: T): IterableIterator<Tables[T]> {
    return this.#rows(table).values();
  }

  clear(): void {
    for (const rows of this.#tables.values()) rows.clear();
  }

  async save(dir: string): Promise<void> {
    const rows = tableNames.flatMap((table) =>
      [...this.#rows(table).values()].map((row): SavedRow => [table, row.id, row]),
    );
    const content = JSON.stringify(rows);
    const path = join(dir, fileName);
    await mkdir(dir, { recursive: true });
    await writeFile(`${path}.new`, content);
    await rename(`${path}.new`, path);
  }

  #rows<T extends TableName>(table: T): Map<string, Tables[T]> {
    return this.#tables.get(table) as unknown as Map<string, Tables[T]>;
  }
}
