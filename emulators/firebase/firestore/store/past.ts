import type { Commit, Micros, Segments, StoredDocument } from '../contract.ts';
import type { Collections } from './collections.ts';
import { isInRange } from './range.ts';

/** An earlier state of the data: the current one without later commits. */
export class Past {
  readonly time: Micros;
  readonly #documents: Collections;
  readonly #before = new Map<string, { path: Segments; document: StoredDocument | undefined }>();

  constructor(documents: Collections, since: readonly Commit[], time: Micros) {
    this.#documents = documents;
    this.time = time;
    for (const { path, before } of since.flatMap(({ changes }) => changes)) {
      const key = path.join('/');
      if (!this.#before.has(key)) this.#before.set(key, { path, document: before });
    }
  }

  get(path: Segments): StoredDocument | undefined {
    const before = this.#before.get(path.join('/'));
    return before ? before.document : this.#documents.get(path);
  }

  *collection(parent: Segments, collection: string, isGroup: boolean): Iterable<StoredDocument> {
    for (const document of this.#documents.in(parent, collection, isGroup)) {
      if (!this.#before.has(document.path.join('/'))) yield document;
    }
    for (const { path, document } of this.#before.values()) {
      if (document && isInRange({ parent, collection, isGroup }, path)) yield document;
    }
  }
}
