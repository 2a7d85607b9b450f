import type { Commit, Micros, Segments } from '../contract.ts';
import { sizeOfDocument } from '../values/limits.ts';

/** How much is kept: so many changes, and so many bytes of documents that are there no more. */
interface Most {
  readonly changes: number;
  readonly bytes: number;
}

interface Kept {
  readonly commit: Commit;
  /** What is kept for it alone. */
  readonly bytes: number;
}

/** The last commits, for reads of an earlier moment. */
export class History {
  readonly #commits: Kept[] = [];
  readonly #most: Most;
  #changes = 0;
  #bytes = 0;
  /** Everything after this is known. */
  #floor: Micros;

  /** @param floor the version at which it begins */
  constructor(floor: Micros, most: Most = { changes: 20_000, bytes: 128 * 1_048_576 }) {
    this.#floor = floor;
    this.#most = most;
  }

  add(commit: Commit): void {
    const bytes = bytesBefore(commit);
    this.#commits.push({ commit, bytes });
    this.#changes += commit.changes.length;
    this.#bytes += bytes;
    while (this.#changes > this.#most.changes || this.#bytes > this.#most.bytes) {
      const oldest = this.#commits.shift();
      if (!oldest) return;
      this.#changes -= oldest.commit.changes.length;
      this.#bytes -= oldest.bytes;
      this.#floor = oldest.commit.version;
    }
  }

  /** What was committed after a version, oldest first; undefined when that is forgotten by now. */
  since(version: Micros): readonly Commit[] | undefined {
    if (version < this.#floor) return undefined;
    let first = this.#commits.length;
    while (first > 0 && this.#commits[first - 1]!.commit.version > version) first--;
    return this.#commits.slice(first).map(({ commit }) => commit);
  }

  /** When a document that is not there was deleted; 0 when that is forgotten, or never was. */
  deletionOf(path: Segments): Micros {
    const key = path.join('/');
    for (let at = this.#commits.length - 1; at >= 0; at--) {
      const { version, changes } = this.#commits[at]!.commit;
      if (changes.some((change) => !change.after && change.path.join('/') === key)) return version;
    }
    return 0;
  }
}

/** What is kept for a commit alone: what it changed as it was before. The rest is in later ones. */
const bytesBefore = ({ changes }: Commit): number =>
  changes.reduce(
    (sum, { path, before }) => sum + (before ? sizeOfDocument(path, before.fields) : 0),
    0,
  );
