import { makeCalls } from './calls/calls.ts';
import type { Calls, DatabaseName, Rules } from './contract.ts';
import { Database } from './store/database.ts';
import { readSnapshot, writeSnapshot } from './store/snapshot.ts';

export interface WorldOptions {
  readonly restoreFrom?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly rulesOf: (project: string) => Rules | undefined;
}

interface Place {
  readonly database: Database;
  readonly calls: Calls;
}

const databaseKey = ({ project, database }: DatabaseName): string => `${project}/${database}`;

/** The databases of a process; each is created on first use. */
export class World {
  readonly #places = new Map<string, Place>();
  readonly #options: WorldOptions;

  /** @throws Error when the saved files cannot be read */
  constructor(options: WorldOptions) {
    this.#options = options;
    if (options.restoreFrom === undefined) return;
    for (const { name, ...kept } of readSnapshot(options.restoreFrom)) this.#open(name, kept);
  }

  calls(name: DatabaseName): Calls {
    return this.#place(name).calls;
  }

  clear(name: DatabaseName): void {
    this.#place(name).database.clear();
  }

  save(dir: string): void {
    writeSnapshot(dir, this.#databases());
  }

  close(): void {
    for (const database of this.#databases()) database.close();
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
    const database = new Database({ name, ...kept, now });
    const calls = makeCalls({ database, rules: () => rulesOf(name.project) });
    const place = { database, calls };
    this.#places.set(databaseKey(name), place);
    return place;
  }

  #databases(): readonly Database[] {
    return [...this.#places.values()].map(({ database }) => database);
  }
}
