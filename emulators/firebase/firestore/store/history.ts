import type { Commit, Micros, Segments } from '../contract.ts';
import { sizeOfDocument } from '../values/limits.ts';

/** The limits: a number of changes, and the bytes of documents that only the history holds. */
interface Limits {
  readonly changes: number;
  readonly bytes: number;
}

interface Kept {
  readonly commit: Commit;
  readonly bytes: number;
}

export class History {
  readonly #commits: Kept[] = [];
  readonly #limits: Limits;
  #changes = 0;
  #bytes = 0;
  /** The version after which all commits are known. */
  #floor: Micros;

  constructor(floor: Micros, limits: Limits = { changes: 20_000, bytes: 128 * 1_048_576 }) {
    this.#floor = floor;
    this.#limits = limits;
  }

  add(commit: Commit): void {
    const bytes = bytesBefore(commit);
    this.#commits.push({ commit, bytes });
    this.#changes += commit.changes.length;
    this.#bytes += bytes;
    while (this.#changes > this.#limits.changes || this.#bytes > this.#limits.bytes) {
      const oldest = this.#commits.shift();
      if (!oldest) return;
      this.#changes -= oldest.commit.changes.length;
      this.#bytes -= oldest.bytes;
      this.#floor = oldest.commit.version;
    }
  }

  /** Returns the commits after a version, oldest first; undefined if they are no longer known. */
  since(version: Micros): readonly Commit[] | undefined {
    if (version < this.#floor) return undefined;
    let first = this.#commits.length;
    while (first > 0 && this.#commits[first - 1]!.commit.version > version) first--;
    return this.#commits.slice(first).map(({ commit }) => commit);
  }

  /** Returns when a missing document was deleted; 0 if unknown or never. */
  deletionOf(path: Segments): Micros {
    const key = path.join('/');
    for (let at = this.#commits.length - 1; at >= 0; at--) {
      const { version, changes } = this.#commits[at]!.commit;
      if (changes.some((change) => !change.after && change.path.join('/') === key)) return version;
    }
    return 0;
  }
}

/** Returns the bytes of the replaced documents; their new versions are stored elsewhere. */
const bytesBefore = ({ changes }: Commit): number =>
  changes.reduce(
    (sum, { path, before }) => sum + (before ? sizeOfDocument(path, before.fields) : 0),
    0,
  );
