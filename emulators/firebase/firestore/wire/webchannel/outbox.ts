/** Arrays for a client, numbered from 0, kept until it says that it has them. */
export class Outbox {
  /** What follows the number of an array, as JSON; the numbers have no gaps. */
  #kept: string[] = [];
  #nextId = 0;
  #held = 0;

  /** Keeps one more. @param text what follows its number, as JSON */
  add(text: string): void {
    this.#kept.push(text);
    this.#nextId += 1;
    this.#held += text.length;
  }

  /** Of the last array; -1 before the first. */
  get lastId(): number {
    return this.#nextId - 1;
  }

  /** Length of all that is kept, in UTF-16 units. */
  get held(): number {
    return this.#held;
  }

  /** The client has all arrays up to this number. */
  forget(upTo: number): void {
    for (const text of this.#kept.splice(0, this.#countUpTo(upTo))) this.#held -= text.length;
  }

  /** All that is kept after a number, as one frame; undefined when that is nothing. */
  frameAfter(id: number): string | undefined {
    const known = this.#countUpTo(id);
    if (known === this.#kept.length) return undefined;
    const first = this.#nextId - this.#kept.length + known;
    const arrays = this.#kept.slice(known).map((text, index) => `[${first + index},${text}]`);
    return frame(`[${arrays.join(',')}]`);
  }

  /** How many of the kept arrays have numbers up to this one. */
  #countUpTo(id: number): number {
    const first = this.#nextId - this.#kept.length;
    return Math.min(Math.max(id + 1 - first, 0), this.#kept.length);
  }
}

/** A frame of the protocol: its length in UTF-16 units, a newline, JSON. */
export const frame = (json: string): string => `${json.length}\n${json}`;
