/**
 * Lets work through, or holds it back while all stores are saved: calls that arrive meanwhile wait
 * instead of failing.
 */
export class Gate {
  #inside = 0;
  #passed = 0;
  #closed: Promise<void> | undefined;
  #open: () => void = () => {};
  #whenEmpty: (() => void)[] = [];

  get passed(): number {
    return this.#passed;
  }

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

  /** Holds new work and returns whether all running work ended within `timeoutMillis`. */
  async close(timeoutMillis: number): Promise<boolean> {
    this.#closed ??= new Promise((resolve) => {
      this.#open = resolve;
    });
    if (this.#inside === 0) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMillis);
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
