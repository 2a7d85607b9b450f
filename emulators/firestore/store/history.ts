import type { Commit, Micros } from '../contract.ts';

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
}
