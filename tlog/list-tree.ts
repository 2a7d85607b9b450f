import { foldHashes, HASH_BYTES, type Hash, listSubtrees, nodeHash, type Range } from './merkle.ts';

/** Hashes one after the other, because an array of a million of them needs four times the memory. */
class Hashes {
  #bytes = new Uint8Array(64 * HASH_BYTES);
  length = 0;

  push(hash: Hash): void {
    const at = this.length * HASH_BYTES;
    if (at === this.#bytes.length) {
      const larger = new Uint8Array(2 * at);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(hash, at);
    this.length += 1;
  }

  at(index: number): Hash {
    return this.#bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  }
}

/** A tree that keeps the hashes of all complete subtrees: 64 bytes a leaf. */
export class ListTree {
  readonly #levels: Hashes[] = [new Hashes()];

  get size(): number {
    return this.#at(0).length;
  }

  #at(level: number): Hashes {
    this.#levels[level] ??= new Hashes();
    return this.#levels[level];
  }

  add(leaf: Hash): void {
    this.#at(0).push(leaf);
    for (let level = 0; this.#at(level).length % 2 === 0; level++) {
      const { length } = this.#at(level);
      this.#at(level + 1).push(
        nodeHash(this.#at(level).at(length - 2), this.#at(level).at(length - 1)),
      );
    }
  }

  /** Computes the hash over a range that is a subtree. */
  hashOf(range: Range): Hash {
    return foldHashes(listSubtrees(range).map(({ level, index }) => this.#at(level).at(index)));
  }
}
