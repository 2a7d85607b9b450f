import { resolve } from 'node:path';
import { Namespace } from './namespace.ts';
import { InvalidData } from './refusal.ts';
import { Rules } from './rules/evaluate.ts';
import type { State } from './store/state.ts';
import { exportState, Store } from './store/store.ts';

/** Without a rules file no one but an admin may read or write, as in a locked database. */
const LOCKED = '{ "rules": {} }';

interface DatabasesOptions {
  readonly projectId: string;
  readonly rules: string | undefined;
  readonly dataDir: string | undefined;
  readonly now: () => number;
  readonly tokenNow: () => number;
}

/** Every namespace of the server, and where they are kept. */
export class Databases {
  readonly projectId: string;
  readonly now: () => number;
  /** The clock of the issuer of tokens: by it they run out. */
  readonly tokenNow: () => number;
  readonly #namespaces = new Map<string, Namespace>();
  readonly #store: Store | null;
  #rules: Rules;

  constructor({ projectId, rules, dataDir, now, tokenNow }: DatabasesOptions) {
    this.projectId = projectId;
    this.now = now;
    this.tokenNow = tokenNow;
    this.#rules = new Rules(rules ?? LOCKED);
    const opened = dataDir === undefined ? null : Store.open(dataDir);
    this.#store = opened?.store ?? null;
    for (const [name, root] of opened?.state ?? []) this.#create(name, root);
  }

  /** The namespace called `name`, created when new. Throws unless the name starts with demo-. */
  get(name: string): Namespace {
    requireDemo(name, 'namespace');
    return this.#namespaces.get(name) ?? this.#create(name, null);
  }

  /** Whose tokens a namespace accepts: `demo-x` for `demo-x` and `demo-x-default-rtdb`. */
  projectOf(name: string): string {
    if (name === this.projectId || name.startsWith(`${this.projectId}-`)) return this.projectId;
    return name.replace(/-default-rtdb$/, '');
  }

  /** Applies a rules file to every namespace. Throws InvalidRules, having changed nothing. */
  setRules(text: string): void {
    this.#rules = new Rules(text);
    for (const namespace of this.#namespaces.values()) namespace.rules = this.#rules;
  }

  save(dir: string): void {
    if (this.#store && resolve(dir) === this.#store.dir) this.#store.compact(this.#state());
    else exportState(dir, this.#state());
  }

  close(): void {
    this.#store?.compact(this.#state());
    this.#store?.close();
  }

  #create(name: string, root: Namespace['root']): Namespace {
    const namespace = new Namespace({
      root,
      rules: this.#rules,
      now: this.now,
      keep: (changes) => {
        // Before this write: the state does not hold it yet, and the log is still whole.
        if (this.#store?.isDue) this.#store.compact(this.#state());
        this.#store?.append(name, changes);
      },
    });
    this.#namespaces.set(name, namespace);
    return namespace;
  }

  #state(): State {
    return new Map([...this.#namespaces].map(([name, namespace]) => [name, namespace.root]));
  }
}

/** Throws unless `name` is a lower-case name starting with demo-: nothing real is ever meant. */
export function requireDemo(name: string, what: 'namespace' | 'project id'): void {
  if (/^demo-[a-z0-9-]{1,90}$/.test(name)) return;
  throw new InvalidData(
    `The ${what} ${JSON.stringify(name)} does not start with demo-: the local Realtime Database serves demo projects only`,
  );
}
