/**
 * The stand-in's own clock. Sessions, links and idempotency keys age by `nowMs`, which tests can
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

  /** Returns Unix seconds, as in Stripe's objects. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** Returns the Unix seconds that a delivery is signed with. */
  signatureSeconds(): number {
    return Math.floor(this.#source() / 1000);
  }
}
