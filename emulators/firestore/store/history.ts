import type { Commit, Micros, Segments } from '../contract.ts';

/** The last commits, for listeners that come back and for reads of an earlier moment. */
export class History {
  readonly #commits: Commit[] = [];
  readonly #mostChanges: number;
  #changes = 0;
  /** Everything after this is known. */
  #floor: Micros;

  /** @param floor the version at which it begins */
  constructor(floor: Micros, mostChanges = 20_000) {
    this.#floor = floor;
    this.#mostChanges = mostChanges;
  }

  add(commit: Commit): void {
    this.#commits.push(commit);
    this.#changes += commit.changes.length;
    while (this.#changes > this.#mostChanges) {
      const oldest = this.#commits.shift();
      if (!oldest) return;
      this.#changes -= oldest.changes.length;
      this.#floor = oldest.version;
    }
  }

  /** What was committed after a version, oldest first; undefined when that is forgotten by now. */
  since(version: Micros): readonly Commit[] | undefined {
    if (version < this.#floor) return undefined;
    let first = this.#commits.length;
    while (first > 0 && this.#commits[first - 1]!.version > version) first--;
    return this.#commits.slice(first);
  }

  /** When a document that is not there was deleted; 0 when that is forgotten, or never was. */
  deletionOf(path: Segments): Micros {
    const key = path.join('/');
    for (let at = this.#commits.length - 1; at >= 0; at--) {
      const { version, changes } = this.#commits[at]!;
      if (changes.some((change) => !change.after && change.path.join('/') === key)) return version;
    }
    return 0;
  }
}
