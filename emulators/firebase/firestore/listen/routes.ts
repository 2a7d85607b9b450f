import type { Change, Commit, Documents, Micros, Segments } from '../contract.ts';

export const formatPlace = {
  document: (path: Segments) => `document ${path.join('/')}`,
  collection: (path: Segments) => `collection ${path.join('/')}`,
  group: (collection: string) => `group ${collection}`,
} as const;

export interface Subscriber<T> {
  /** @param touched the affected members with the changes that affect them */
  onCommit(version: Micros, touched: ReadonlyMap<T, readonly Change[]>): void;
}

interface Entry<T> {
  readonly subscriber: Subscriber<T>;
  readonly member: T;
}

/** An index of listeners by place, so that a commit costs nothing to listeners elsewhere. */
export class Routes<T> {
  readonly #documents: Documents;
  readonly #entries = new Map<string, Map<T, Entry<T>>>();
  #stop: (() => void) | undefined;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  add(places: Iterable<string>, subscriber: Subscriber<T>, member: T): void {
    this.#stop ??= this.#documents.subscribe((commit) => this.#tell(commit));
    for (const place of places) {
      const entries = this.#entries.get(place) ?? new Map<T, Entry<T>>();
      this.#entries.set(place, entries.set(member, { subscriber, member }));
    }
  }

  remove(places: Iterable<string>, member: T): void {
    for (const place of places) {
      const entries = this.#entries.get(place);
      entries?.delete(member);
      if (entries?.size === 0) this.#entries.delete(place);
    }
    if (this.#entries.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #tell({ version, changes }: Commit): void {
    const concerned = new Map<Subscriber<T>, Map<T, Change[]>>();
    for (const change of changes) {
      const notified = new Set<T>();
      for (const place of placesOf(change.path)) {
        for (const { subscriber, member } of this.#entries.get(place)?.values() ?? []) {
          if (notified.has(member)) continue;
          notified.add(member);
          const touched = concerned.get(subscriber) ?? new Map<T, Change[]>();
          concerned.set(subscriber, touched);
          const list = touched.get(member);
          if (list) list.push(change);
          else touched.set(member, [change]);
        }
      }
    }
    for (const [subscriber, touched] of concerned) subscriber.onCommit(version, touched);
  }
}

const placesOf = (path: Segments): readonly string[] => [
  formatPlace.document(path),
  formatPlace.collection(path.slice(0, -1)),
  formatPlace.group(path.at(-2) ?? ''),
];
