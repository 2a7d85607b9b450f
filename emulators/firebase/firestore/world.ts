import { resolve } from 'node:path';
import { callsOf } from './calls/calls.ts';
import type { Calls, Commit, DatabaseName, Rules } from './contract.ts';
import { Database } from './store/database.ts';
import { exportTo, Folder } from './store/folder.ts';
import { databaseKey } from './store/format.ts';

export interface WorldOptions {
  /** The folder where everything is kept; without one it lives in memory. */
  readonly dataDir?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The rules of a project as they are now. */
  readonly rulesOf: (project: string) => Rules | undefined;
}

interface Place {
  readonly database: Database;
  readonly calls: Calls;
}

/** Every database of one process; each comes into being when it is named. */
export class World {
  readonly #places = new Map<string, Place>();
  readonly #folder: Folder | undefined;
  readonly #options: WorldOptions;

  /** @throws Error when what lies in the folder cannot be read */
  constructor(options: WorldOptions) {
    this.#options = options;
    if (options.dataDir === undefined) return;
    const { folder, state } = Folder.open(options.dataDir);
    this.#folder = folder;
    for (const { name, documents, version } of state.values()) {
      this.#open(name, { documents: documents.values(), version });
    }
  }

  /** The calls of a database. */
  calls(name: DatabaseName): Calls {
    return this.#place(name).calls;
  }

  /** Forgets every document of a database. */
  clear(name: DatabaseName): void {
    this.#place(name).database.clear();
  }

  /** Writes everything into a folder, from which another world can begin. */
  save(dir: string): void {
    const databases = this.#databases();
    if (this.#folder && resolve(dir) === this.#folder.dir) this.#folder.compact(databases);
    else exportTo(dir, databases);
  }

  /** Ends what runs, and folds the log into the snapshot. */
  close(): void {
    for (const database of this.#databases()) database.close();
    this.#folder?.compact(this.#databases());
    this.#folder?.close();
  }

  #place(name: DatabaseName): Place {
    return this.#places.get(databaseKey(name)) ?? this.#open(name, { documents: [], version: 0 });
  }

  #open(
    { project, database: id }: DatabaseName,
    kept: Pick<ConstructorParameters<typeof Database>[0], 'documents' | 'version'>,
  ): Place {
    const name = { project, database: id };
    const { now, rulesOf } = this.#options;
    const keep = (commit: Commit) => this.#keep(name, commit);
    const database = new Database({ name, ...kept, now, keep });
    const calls = callsOf({ database, rules: () => rulesOf(name.project) });
    const place = { database, calls };
    this.#places.set(databaseKey(name), place);
    return place;
  }

  #keep(name: DatabaseName, commit: Commit): void {
    // Before this commit: the documents do not hold it yet, and the log is still whole.
    if (this.#folder?.isDue) this.#folder.compact(this.#databases());
    this.#folder?.append(name, commit);
  }

  #databases(): readonly Database[] {
    return [...this.#places.values()].map(({ database }) => database);
  }
}
