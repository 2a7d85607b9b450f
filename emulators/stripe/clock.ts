/**
 * The stand-in's own clock. Sessions, links and idempotency keys age by `nowMs`, which tests can
 * advance; signatures are dated by the unshifted source, because the app that checks them has a
 * clock of its own.
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

  /** Unix seconds, as Stripe's objects carry them. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** Unix seconds to sign a delivery with. */
  signatureSeconds(): number {
    return Math.floor(this.#source() / 1000);
  }
}
