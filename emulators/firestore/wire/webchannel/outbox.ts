/** Arrays for a client, numbered from 0, kept until it says that it has them. */
export class Outbox {
  #kept: { readonly id: number; readonly text: string }[] = [];
  #nextId = 0;
  /** Length of all that is kept, in UTF-16 units. */
  #held = 0;

  /** Keeps one more. @param text what follows the number, as JSON */
  add(text: string): void {
    this.#kept.push({ id: this.#nextId, text });
    this.#nextId += 1;
    this.#held += text.length;
  }

  /** Of the last array; -1 before the first. */
  get lastId(): number {
    return this.#nextId - 1;
  }

  get held(): number {
    return this.#held;
  }

  /** The client has all arrays up to this number. */
  forget(upTo: number): void {
    let count = 0;
    for (const { id, text } of this.#kept) {
      if (id > upTo) break;
      this.#held -= text.length;
      count += 1;
    }
    if (count > 0) this.#kept = this.#kept.slice(count);
  }

  /** All that is kept after a number, as one frame; undefined when that is nothing. */
  frameAfter(id: number): string | undefined {
    const arrays = this.#kept.filter((each) => each.id > id);
    if (arrays.length === 0) return undefined;
    return frame(`[${arrays.map((each) => `[${each.id},${each.text}]`).join(',')}]`);
  }
}

/** A frame of the protocol: its length in UTF-16 units, a newline, JSON. */
export const frame = (json: string): string => `${json.length}\n${json}`;
