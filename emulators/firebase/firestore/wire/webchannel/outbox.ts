/** The arrays sent to a client, numbered from 0 and kept until the client confirms them. */
export class Outbox {
  /** The JSON after the number of each kept array; the numbers are consecutive. */
  #kept: string[] = [];
  #nextId = 0;
  #held = 0;

  /** Adds an array. @param text its JSON after the number */
  add(text: string): void {
    this.#kept.push(text);
    this.#nextId += 1;
    this.#held += text.length;
  }

  /** -1 before the first array. */
  get lastId(): number {
    return this.#nextId - 1;
  }

  /** The length of all kept arrays, in UTF-16 units. */
  get held(): number {
    return this.#held;
  }

  forget(upTo: number): void {
    for (const text of this.#kept.splice(0, this.#countUpTo(upTo))) this.#held -= text.length;
  }

  /** Returns all kept arrays after a number as one frame; undefined if there are no such arrays. */
  frameAfter(id: number): string | undefined {
    const known = this.#countUpTo(id);
    if (known === this.#kept.length) return undefined;
    const first = this.#nextId - this.#kept.length + known;
    const arrays = this.#kept.slice(known).map((text, index) => `[${first + index},${text}]`);
    return frame(`[${arrays.join(',')}]`);
  }

  #countUpTo(id: number): number {
    const first = this.#nextId - this.#kept.length;
    return Math.min(Math.max(id + 1 - first, 0), this.#kept.length);
  }
}

/** Makes a frame of the protocol: a length in UTF-16 units, a newline, JSON. */
export const frame = (json: string): string => `${json.length}\n${json}`;
