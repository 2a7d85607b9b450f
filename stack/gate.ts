/**
 * Lets work through, or holds it back for the moment in which all stores are saved: a call that
 * arrives meanwhile waits, nothing fails.
 */
export class Gate {
  #inside = 0;
  #passed = 0;
  #closed: Promise<void> | undefined;
  #open: () => void = () => {};
  #whenEmpty: (() => void)[] = [];

  /** How many pieces of work were ever let through: has anything happened since? */
  get passed(): number {
    return this.#passed;
  }

  /** Runs `work` when the gate is open. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    while (this.#closed) await this.#closed;
    this.#inside += 1;
    this.#passed += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) for (const tell of this.#whenEmpty.splice(0)) tell();
    }
  }

  /** Holds new work and returns whether all that is under way ended within `patienceMs`. */
  async close(patienceMs: number): Promise<boolean> {
    this.#closed ??= new Promise((resolve) => {
      this.#open = resolve;
    });
    if (this.#inside === 0) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs);
      this.#whenEmpty.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  open(): void {
    this.#closed = undefined;
    this.#open();
  }
}
