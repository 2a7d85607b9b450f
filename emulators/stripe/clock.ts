/**
 * The emulator's own clock. Sessions, links and idempotency keys age by `nowMs`, which tests can
 * advance. Signatures use the unshifted time, because the app that checks them has its own clock.
 */
export class Clock {
  readonly #source: () => number;
  offsetMs = 0;

  constructor(source: () => number) {
    this.#source = source;
  }

  nowMs(): number {
    return this.#source() + this.offsetMs;
  }

  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  signatureSeconds(): number {
    return Math.floor(this.#source() / 1000);
  }
}
