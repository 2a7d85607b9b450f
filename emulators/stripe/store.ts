import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableName, Tables } from './tables.ts';
import { tableNames } from './tables.ts';

type AnyRow = { id: string };
type Change = [table: TableName, id: string, row: AnyRow | null];

const snapshotFile = 'snapshot.json';
const logFile = 'log.jsonl';

/**
 * All state, in memory, with an append-only log behind it. Handlers change rows without waiting;
 * `commit` makes one log line of everything changed since the last, and no one is answered before
 * `flushed` says that the line is written. A line that was cut off by a kill is dropped whole. (A
 * kill of the process loses nothing; a power cut may lose the last lines: no fsync.)
 */
export class Store {
  readonly #tables = new Map<TableName, Map<string, AnyRow>>(
    tableNames.map((name) => [name, new Map()]),
  );
  readonly #dirty = new Map<string, [TableName, string]>();
  #log: FileHandle | undefined;
  #unwritten: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #writeScheduled = false;

  /** Loads what `dir` holds and keeps it there from now on. Without `dir`: memory only. */
  static async open(dir: string | undefined): Promise<Store> {
    const store = new Store();
    if (dir === undefined) return store;
    await mkdir(dir, { recursive: true });
    store.#load(await readOptional(join(dir, snapshotFile)));
    for (const line of (await readOptional(join(dir, logFile))).split('\n')) store.#load(line);
    await store.save(dir);
    await writeFile(join(dir, logFile), '');
    store.#log = await open(join(dir, logFile), 'a');
    return store;
  }

  get<T extends TableName>(table: T, id: string): Tables[T] | undefined {
    return this.#rows(table).get(id);
  }

  /** Adds or replaces a row; call it again after changing one in place. */
  put<T extends TableName>(table: T, row: Tables[T]): void {
    this.#rows(table).set(row.id, row);
    this.#dirty.set(`${table}/${row.id}`, [table, row.id]);
  }

  remove(table: TableName, id: string): void {
    this.#rows(table).delete(id);
    this.#dirty.set(`${table}/${id}`, [table, id]);
  }

  /** The rows of a table, oldest first. */
  rows<T extends TableName>(table: T): IterableIterator<Tables[T]> {
    return this.#rows(table).values();
  }

  clear(): void {
    for (const name of tableNames) {
      for (const row of [...this.#rows(name).values()]) this.remove(name, row.id);
    }
  }

  /** Puts all changes since the last commit on the log, as one line. */
  commit(): void {
    if (this.#dirty.size === 0) return;
    const changes = [...this.#dirty.values()].map(
      ([table, id]): Change => [table, id, this.#rows(table).get(id) ?? null],
    );
    this.#dirty.clear();
    if (this.#log === undefined) return;
    this.#unwritten.push(`${JSON.stringify(changes)}\n`);
    if (this.#writeScheduled) return;
    this.#writeScheduled = true;
    this.#writing = this.#writing.then(() => this.#writeOut());
  }

  /** Resolves when every commit so far is in the log. Rejects if the log cannot be written. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  /** Writes a copy that a later start can use as its `dataDir`. */
  async save(dir: string): Promise<void> {
    this.commit();
    const changes = tableNames.flatMap((table) =>
      [...this.#rows(table).values()].map((row): Change => [table, row.id, row]),
    );
    const content = JSON.stringify(changes);
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, `${snapshotFile}.new`), content);
    await rename(join(dir, `${snapshotFile}.new`), join(dir, snapshotFile));
  }

  async close(): Promise<void> {
    this.commit();
    await this.flushed();
    await this.#log?.close();
    this.#log = undefined;
  }

  async #writeOut(): Promise<void> {
    this.#writeScheduled = false;
    const text = this.#unwritten.join('');
    this.#unwritten = [];
    await this.#log?.appendFile(text);
  }

  #load(line: string): void {
    const changes = parseLine(line);
    for (const [table, id, row] of changes) {
      const rows = this.#tables.get(table);
      if (row === null) rows?.delete(id);
      else rows?.set(id, row);
    }
  }

  #rows<T extends TableName>(table: T): Map<string, Tables[T]> {
    return this.#tables.get(table) as unknown as Map<string, Tables[T]>;
  }
}

function parseLine(line: string): Change[] {
  if (line === '') return [];
  try {
    return JSON.parse(line) as Change[];
  } catch {
    // Cut off by a kill in the middle of a write: no one was answered.
    return [];
  }
}

async function readOptional(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
