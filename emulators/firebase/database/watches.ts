import { treeToJson } from './tree/json.ts';
import { branch, getAt, NO_CHILDREN, type Tree } from './tree/node.ts';
import { isAtOrUnder, joinPath, type Path } from './tree/path.ts';
import { type Query, windowOf } from './tree/query.ts';
import { Ranking } from './tree/ranking.ts';

/** What a listener is told: the new value at a place, or new values at several places under one. */
export class Update {
  readonly path: Path;
  readonly isMerge: boolean;
  readonly #values: readonly (readonly [Path, Tree])[];
  // Many listeners share one update, so its text is made once.
  readonly #text = new Map<string, string>();

  constructor(path: Path, values: Tree | readonly (readonly [Path, Tree])[]) {
    this.path = path;
    this.isMerge = Array.isArray(values);
    this.#values = Array.isArray(values) ? values : [[[], values as Tree]];
  }

  /** The data as JSON text; for a merge an object keyed by relative path. */
  data(format: 'export' | 'plain'): string {
    const known = this.#text.get(format);
    if (known !== undefined) return known;
    const parts = this.#values.map(([path, tree]) => {
      const json = JSON.stringify(treeToJson(tree, format));
      return this.isMerge ? `${JSON.stringify(joinPath(path))}:${json}` : json;
    });
    const text = this.isMerge ? `{${parts.join(',')}}` : parts[0]!;
    this.#text.set(format, text);
    return text;
  }
}

export type Listener = (update: Update) => void;

/** One committed write: both states, the place it was addressed to and the places it changed. */
export interface Commit {
  readonly before: Tree;
  readonly after: Tree;
  readonly base: Path;
  readonly paths: readonly Path[];
}

/** Listeners with the same place and query; they share every computation. */
class Watch {
  readonly path: Path;
  readonly listeners = new Set<Listener>();
  readonly #query: Query | null;
  readonly #ranking: Ranking | null;
  #shown = NO_CHILDREN;

  constructor(path: Path, query: Query | null, ranking: Ranking | null) {
    this.path = path;
    this.#query = query;
    this.#ranking = ranking;
    if (query && ranking) this.#shown = windowOf(ranking, query);
  }

  current(root: Tree): Tree {
    return this.#query ? branch(this.#shown) : getAt(root, this.path);
  }

  notify(commit: Commit): void {
    const update = this.#query ? this.#windowUpdate(this.#query, commit) : this.#update(commit);
    if (update) for (const listener of this.listeners) listener(update);
  }

  #update({ before, after, base, paths }: Commit): Update | null {
    const value = getAt(after, this.path);
    if (paths.some((path) => isAtOrUnder(this.path, path))) {
      return value === getAt(before, this.path) ? null : new Update(this.path, value);
    }
    const under = paths.filter((path) => isAtOrUnder(path, this.path));
    const [only] = under;
    if (!only) return null;
    if (under.length === 1) return new Update(only, getAt(after, only));
    const common = base.length > this.path.length ? base : this.path;
    return new Update(
      common,
      under.map((path) => [path.slice(common.length), getAt(after, path)] as const),
    );
  }

  #windowUpdate(query: Query, { after }: Commit): Update | null {
    const shown = this.#shown;
    this.#ranking!.update(getAt(after, this.path));
    const next = windowOf(this.#ranking!, query);
    this.#shown = next;
    const changed = [...shown.changedKeys(next)];
    if (changed.length === 0) return null;
    return new Update(
      this.path,
      changed.map((key) => [[key], next.get(key) ?? null] as const),
    );
  }
}

interface Place {
  readonly places: Map<string, Place>;
  readonly watches: Map<string, Watch>;
  /** Sorted once for all queries with the same index. */
  readonly rankings: Map<string, Ranking>;
}

/** All listeners of a namespace, found by the place a write touches. */
export class Watches {
  readonly #root: Place = newPlace();

  /** Adds a listener; `stop` removes it and `current` is the data it starts from. */
  add(path: Path, query: Query | null, root: Tree, listener: Listener) {
    const trail: Place[] = [this.#root];
    for (const key of path) {
      const { places } = trail.at(-1)!;
      if (!places.has(key)) places.set(key, newPlace());
      trail.push(places.get(key)!);
    }
    const { watches, rankings } = trail.at(-1)!;
    const id = JSON.stringify(query);
    const ranking = query && rankingFor(rankings, query, getAt(root, path));
    const watch = watches.get(id) ?? new Watch(path, query, ranking);
    watches.set(id, watch);
    watch.listeners.add(listener);
    const stop = () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size > 0) return;
      watches.delete(id);
      if (watches.size === 0) rankings.clear();
      for (let depth = path.length; depth > 0; depth--) {
        const { places, watches: left } = trail[depth]!;
        if (places.size > 0 || left.size > 0) return;
        trail[depth - 1]!.places.delete(path[depth - 1]!);
      }
    };
    return { current: watch.current(root), stop };
  }

  notify(commit: Commit): void {
    const touched = new Set<Watch>();
    for (const path of commit.paths) collect(this.#root, path, touched);
    for (const watch of touched) watch.notify(commit);
  }
}

function newPlace(): Place {
  return { places: new Map(), watches: new Map(), rankings: new Map() };
}

function rankingFor(rankings: Map<string, Ranking>, { index }: Query, tree: Tree): Ranking {
  const id = JSON.stringify(index);
  const ranking = rankings.get(id) ?? new Ranking(index, tree);
  rankings.set(id, ranking);
  // One that no listener used for a while has fallen behind.
  ranking.update(tree);
  return ranking;
}

/** The watches above, at and under `path`. */
function collect(root: Place, path: Path, into: Set<Watch>): void {
  let place: Place | undefined = root;
  for (const key of path) {
    for (const watch of place.watches.values()) into.add(watch);
    place = place.places.get(key);
    if (!place) return;
  }
  const rest = [place];
  for (let next = rest.pop(); next; next = rest.pop()) {
    for (const watch of next.watches.values()) into.add(watch);
    rest.push(...next.places.values());
  }
}
