import type { Change, Segments, StoredDocument, View } from '../contract.ts';

export class Overlay implements View {
  readonly #view: View;
  readonly #documents: ReadonlyMap<string, StoredDocument | undefined>;

  constructor(view: View, changes: readonly Change[]) {
    this.#view = view;
    this.#documents = new Map(changes.map(({ path, after }) => [path.join('/'), after]));
  }

  get(path: Segments): StoredDocument | undefined {
    const key = path.join('/');
    return this.#documents.has(key) ? this.#documents.get(key) : this.#view.get(path);
  }
}
