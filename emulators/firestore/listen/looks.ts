import type { Segments, StoredDocument, View } from '../contract.ts';

/** A view of the data that remembers which documents were looked at. */
export class Looks implements View {
  readonly #view: View;
  readonly #seen = new Map<string, Segments>();

  constructor(view: View) {
    this.#view = view;
  }

  get(path: Segments): StoredDocument | undefined {
    this.#seen.set(path.join('/'), path);
    return this.#view.get(path);
  }

  get seen(): Iterable<Segments> {
    return this.#seen.values();
  }
}
