import { Namespace } from './namespace.ts';
import { InvalidData } from './refusal.ts';
import { Rules } from './rules/evaluate.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

/**
 * Rules for a start without a rules file: only admins may read or write, as in a locked database.
 */
const LOCKED = '{ "rules": {} }';

interface DatabasesOptions {
  readonly projectId: string;
  readonly rules: string | undefined;
  readonly restoreFrom: string | undefined;
  readonly now: () => number;
  readonly tokenNow: () => number;
}

export class Databases {
  readonly projectId: string;
  readonly now: () => number;
  /** The clock of the token issuer, which decides when tokens expire. */
  readonly tokenNow: () => number;
  readonly #namespaces = new Map<string, Namespace>();
  #rules: Rules;

  constructor({ projectId, rules, restoreFrom, now, tokenNow }: DatabasesOptions) {
    this.projectId = projectId;
    this.now = now;
    this.tokenNow = tokenNow;
    this.#rules = new Rules(rules ?? LOCKED);
    const saved = restoreFrom === undefined ? [] : readSnapshot(restoreFrom);
    for (const [name, root] of saved) this.#create(name, root);
  }

  /**
   * Returns the namespace called `name` and creates it if needed.
   * @throws unless the name starts with demo-
   */
  get(name: string): Namespace {
    requireDemo(name, 'namespace');
    return this.#namespaces.get(name) ?? this.#create(name, null);
  }

  /**
   * Returns the project whose tokens a namespace accepts: `demo-x` for `demo-x` and
   * `demo-x-default-rtdb`.
   */
  projectOf(name: string): string {
    if (name === this.projectId || name.startsWith(`${this.projectId}-`)) return this.projectId;
    return name.replace(/-default-rtdb$/, '');
  }

  /**
   * Applies a rules file to every namespace.
   * @throws InvalidRules before any change
   */
  setRules(text: string): void {
    this.#rules = new Rules(text);
    for (const namespace of this.#namespaces.values()) namespace.rules = this.#rules;
  }

  save(dir: string): void {
    const trees = [...this.#namespaces].map(([name, { root }]) => [name, root] as const);
    writeSnapshot(dir, trees);
  }

  #create(name: string, root: Namespace['root']): Namespace {
    const namespace = new Namespace({ root, rules: this.#rules, now: this.now });
    this.#namespaces.set(name, namespace);
    return namespace;
  }
}

/**
 * @throws unless `name` is a lower-case name starting with demo-, so that no real project is ever
 * addressed
 */
export function requireDemo(name: string, what: 'namespace' | 'project id'): void {
  if (/^demo-[a-z0-9-]{1,90}$/.test(name)) return;
  throw new InvalidData(
    `The ${what} ${JSON.stringify(name)} does not start with demo-: the local Realtime Database serves demo projects only`,
  );
}
