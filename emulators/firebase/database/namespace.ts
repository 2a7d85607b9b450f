import type { Identity } from '../identity.ts';
import { InvalidData, PermissionDenied, StaleData } from './refusal.ts';
import type { Rules } from './rules/evaluate.ts';
import { computeEtag, treeFromJson } from './tree/json.ts';
import { getAt, setAt, type Tree } from './tree/node.ts';
import { isAtOrUnder, type Path, parsePath } from './tree/path.ts';
import { type Query, select } from './tree/query.ts';
import { type Listener, Watches } from './watches.ts';

export interface WriteRequest {
  readonly kind: 'set' | 'update';
  readonly path: string;
  readonly json: unknown;
  readonly expectedEtag?: string;
}

/** A changed path with its new value, server values resolved. */
export interface Change {
  readonly path: Path;
  readonly value: Tree;
}

interface Plan {
  readonly after: Tree;
  readonly base: Path;
  readonly changes: readonly Change[];
}

interface NamespaceOptions {
  readonly root: Tree;
  readonly rules: Rules;
  readonly now: () => number;
}

export class Namespace {
  rules: Rules;
  #root: Tree;
  readonly #watches = new Watches();
  readonly #now: () => number;

  constructor({ root, rules, now }: NamespaceOptions) {
    this.rules = rules;
    this.#root = root;
    this.#now = now;
  }

  get root(): Tree {
    return this.#root;
  }

  /**
   * Returns the data at a path, limited to the query's window.
   * @throws PermissionDenied
   */
  read(path: Path, query: Query | null, who: Identity): Tree {
    if (!this.canRead(path, who)) throw new PermissionDenied();
    return select(getAt(this.#root, path), query);
  }

  canRead(path: Path, { isAdmin, auth }: Identity): boolean {
    return isAdmin || this.rules.canRead(this.#root, path, { auth, now: this.#now() });
  }

  /** Reads the data of a one-time query; unlike a listen, it needs an index in the rules. */
  readIndexed(path: Path, query: Query | null, who: Identity): Tree {
    const tree = this.read(path, query, who);
    if (!query || this.rules.hasIndex(path, query)) return tree;
    throw new InvalidData(
      `Index not defined, add ".indexOn": ".value", for path "/${path.join('/')}", to the rules`,
    );
  }

  /**
   * Calls `listener` on every change; the caller has checked `canRead`. @returns a function that
   * stops it
   */
  listen(path: Path, listener: Listener): () => void {
    return this.#watches.add(path, listener);
  }

  /**
   * Applies a write atomically and notifies every listener.
   * @throws InvalidData, StaleData or PermissionDenied before any change
   */
  write(request: WriteRequest, who: Identity): readonly Change[] {
    const { after, base, changes } = this.#plan(request, who);
    const before = this.#root;
    this.#root = after;
    this.#watches.notify({ before, after, base, paths: changes.map(({ path }) => path) });
    return changes;
  }

  #plan({ kind, path, json, expectedEtag }: WriteRequest, who: Identity): Plan {
    const now = this.#now();
    const base = parsePath(path);
    if (expectedEtag !== undefined && computeEtag(getAt(this.#root, base)) !== expectedEtag) {
      throw new StaleData();
    }
    const wanted = kind === 'set' ? [{ path: base, json }] : entriesOf(base, json);
    const changes = wanted.map((entry) => ({
      path: entry.path,
      value: treeFromJson(entry.json, { depth: entry.path.length, now }),
    }));
    const after = changes.reduce((tree, { path, value }) => setAt(tree, path, value), this.#root);
    if (!who.isAdmin) {
      const requester = { auth: who.auth, now };
      const isAllowed = changes.every(({ path }) =>
        this.rules.canWrite(this.#root, after, path, requester),
      );
      if (!isAllowed) throw new PermissionDenied();
    }
    return { after, base, changes };
  }
}

/** Lists the paths of a multi-path update. @throws if one of them contains another */
function entriesOf(base: Path, json: unknown): { path: Path; json: unknown }[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new InvalidData('An update must be an object of paths and values');
  }
  const entries = Object.entries(json).map(([key, value]) => ({
    path: parsePath([...base, key].join('/')),
    json: value as unknown,
  }));
  // In sorted order an ancestor comes right before the first path under it.
  const sorted = entries
    .map(({ path }) => path)
    .sort((a, b) => (a.join('\0') < b.join('\0') ? -1 : 1));
  sorted.forEach((path, index) => {
    const previous = sorted[index - 1];
    if (previous && isAtOrUnder(path, previous)) {
      throw new InvalidData(`An update names both /${previous.join('/')} and /${path.join('/')}`);
    }
  });
  return entries;
}
