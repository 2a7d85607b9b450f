import type { Change, Segments, StoredDocument, View } from '../contract.ts';

type Collection = Map<string, StoredDocument>;

export class Collections implements View {
  readonly #collections = new Map<string, Collection>();
  readonly #groups = new Map<string, Set<string>>();

  get(path: Segments): StoredDocument | undefined {
    return this.#collections.get(path.slice(0, -1).join('/'))?.get(path.at(-1) ?? '');
  }

  *in(parent: Segments, collection: string, isGroup: boolean): Iterable<StoredDocument> {
    if (!isGroup) {
      yield* this.#collections.get([...parent, collection].join('/'))?.values() ?? [];
      return;
    }
    for (const path of this.#groups.get(collection) ?? []) {
      yield* this.#collections.get(path)?.values() ?? [];
    }
  }

  *all(): Iterable<StoredDocument> {
    for (const collection of this.#collections.values()) yield* collection.values();
  }

  /** Lists the ids of non-empty collections directly below a document or the root. */
  idsBelow(parent: Segments): Set<string> {
    const ids = new Set<string>();
    for (const path of this.#pathsBelow(parent)) ids.add(path[0] ?? '');
    return ids;
  }

  /** Lists the ids in a collection that have subcollections, whether or not they are documents. */
  idsAbove(parent: Segments, collection: string): Set<string> {
    const ids = new Set<string>();
    for (const path of this.#pathsBelow([...parent, collection])) {
      if (path.length > 1) ids.add(path[0] ?? '');
    }
    return ids;
  }

  apply(changes: readonly Change[]): void {
    for (const { path, after } of changes) {
      if (after) this.#put(after);
      else this.#remove(path);
    }
  }

  *#pathsBelow(parent: Segments): Iterable<Segments> {
    const above = parent.map((id) => `${id}/`).join('');
    for (const path of this.#collections.keys()) {
      if (path.startsWith(above)) yield path.slice(above.length).split('/');
    }
  }

  #put(document: StoredDocument): void {
    const path = document.path.slice(0, -1).join('/');
    let collection = this.#collections.get(path);
    if (!collection) {
      collection = new Map();
      this.#collections.set(path, collection);
      const name = document.path.at(-2) ?? '';
      this.#groups.set(name, (this.#groups.get(name) ?? new Set()).add(path));
    }
    collection.set(document.path.at(-1) ?? '', document);
  }

  #remove(path: Segments): void {
    const key = path.slice(0, -1).join('/');
    const collection = this.#collections.get(key);
    if (!collection?.delete(path.at(-1) ?? '') || collection.size > 0) return;
    this.#collections.delete(key);
    const group = this.#groups.get(path.at(-2) ?? '');
    group?.delete(key);
    if (group?.size === 0) this.#groups.delete(path.at(-2) ?? '');
  }
}
