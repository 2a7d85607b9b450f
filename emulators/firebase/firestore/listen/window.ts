import type { Change, Query, StoredDocument, View } from '../contract.ts';
import type { Difference, Hidden } from './target.ts';

type Key = string;
const keyOf = ({ path }: Pick<StoredDocument, 'path'>): Key => path.join('/');

/**
 * The results of a query with a limit. A commit is compared with the current results. The
 * collection is searched again only if one of them leaves and another document may move up.
 */
export class Window {
  readonly #query: Query;
  readonly #view: View;
  readonly #find: () => StoredDocument[];
  #shown: readonly StoredDocument[] = [];

  constructor(query: Query, view: View, find: () => StoredDocument[]) {
    this.#query = query;
    this.#view = view;
    this.#find = find;
  }

  fill(): readonly StoredDocument[] {
    this.#shown = this.#find();
    return this.#shown;
  }

  after(changes: readonly Change[]): Difference {
    const before = this.#shown;
    const matching = changes.filter(
      ({ before, after }) =>
        (before && this.#query.matches(before)) || (after && this.#query.matches(after)),
    );
    if (matching.length === 0) return { shown: [], hidden: [] };
    this.#shown = this.#replaced(matching) ?? this.#find();
    return this.#difference(before);
  }

  /** Applies changes to the results; undefined when unknown documents may have to move up. */
  #replaced(changes: readonly Change[]): readonly StoredDocument[] | undefined {
    const { offset, limit } = this.#query;
    if (offset > 0 || limit === undefined) return undefined;
    if (limit === 0) return [];
    const changed = new Set(changes.map(keyOf));
    const wasFull = this.#shown.length === limit;
    const kept = this.#shown.filter((document) => !changed.has(keyOf(document)));
    const last = this.#shown.at(-1);
    // A document after the last one may also come after others that are not in the results.
    const isKnown = (document: StoredDocument) =>
      !wasFull || (last !== undefined && this.#query.compare(document, last) <= 0);
    const coming = changes
      .flatMap(({ after }) => (after && this.#query.matches(after) ? [after] : []))
      .filter(isKnown);
    const next = [...kept, ...coming].sort((a, b) => this.#query.compare(a, b));
    return wasFull && next.length < limit ? undefined : next.slice(0, limit);
  }

  #difference(before: readonly StoredDocument[]): Difference {
    const known = new Map(before.map((document) => [keyOf(document), document]));
    const now = new Set(this.#shown.map(keyOf));
    const shown = this.#shown.filter((document) => known.get(keyOf(document)) !== document);
    const hidden = before
      .filter((document) => !now.has(keyOf(document)))
      .map(({ path }): Hidden => ({ path, document: this.#view.get(path) }));
    return { shown, hidden };
  }
}
