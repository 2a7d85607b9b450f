import { treeToJson } from './tree/json.ts';
import { getAt, type Tree } from './tree/node.ts';
import { isAtOrUnder, joinPath, type Path } from './tree/path.ts';

/**
 * The notification of a listener: a new value at a path, or new values at several paths under it.
 */
export class Update {
  readonly path: Path;
  readonly isMerge: boolean;
  readonly #values: readonly (readonly [Path, Tree])[];
  // Cached by format, because many listeners share one update.
  readonly #text = new Map<string, string>();

  constructor(path: Path, values: Tree | readonly (readonly [Path, Tree])[]) {
    this.path = path;
    this.isMerge = Array.isArray(values);
    this.#values = Array.isArray(values) ? values : [[[], values as Tree]];
  }

  /** Returns the data as JSON text; for a merge an object keyed by relative path. */
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

export interface Commit {
  readonly before: Tree;
  readonly after: Tree;
  readonly base: Path;
  readonly paths: readonly Path[];
}

class Watch {
  readonly path: Path;
  readonly listeners = new Set<Listener>();

  constructor(path: Path) {
    this.path = path;
  }

  notify(commit: Commit): void {
    const update = this.#update(commit);
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
}

interface Place {
  readonly places: Map<string, Place>;
  watch: Watch | undefined;
}

export class Watches {
  readonly #root: Place = newPlace();

  add(path: Path, listener: Listener): () => void {
    const trail: Place[] = [this.#root];
    for (const key of path) {
      const { places } = trail.at(-1)!;
      if (!places.has(key)) places.set(key, newPlace());
      trail.push(places.get(key)!);
    }
    const place = trail.at(-1)!;
    place.watch ??= new Watch(path);
    const { watch } = place;
    watch.listeners.add(listener);
    return () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size > 0) return;
      place.watch = undefined;
      for (let depth = path.length; depth > 0; depth--) {
        const { places, watch: left } = trail[depth]!;
        if (places.size > 0 || left) return;
        trail[depth - 1]!.places.delete(path[depth - 1]!);
      }
    };
  }

  notify(commit: Commit): void {
    const touched = new Set<Watch>();
    for (const path of commit.paths) collect(this.#root, path, touched);
    for (const watch of touched) watch.notify(commit);
  }
}

function newPlace(): Place {
  return { places: new Map(), watch: undefined };
}

function collect(root: Place, path: Path, into: Set<Watch>): void {
  let place: Place | undefined = root;
  for (const key of path) {
    if (place.watch) into.add(place.watch);
    place = place.places.get(key);
    if (!place) return;
  }
  const rest = [place];
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (next.watch) into.add(next.watch);
    rest.push(...next.places.values());
  }
}
