/**
 * The emulator's own clock. Sessions, links and idempotency keys age by `nowMillis`, which tests can
 * advance. Signatures use the unshifted time, because the app that checks them has its own clock.
 */
export class Clock {
  readonly #source: () => number;
  offsetMillis = 0;

  constructor(source: () => number) {
    this.#source = source;
  }

  nowMillis(): number {
    return this.#source() + this.offsetMillis;
  }

  nowSeconds(): number {
    return Math.floor(this.nowMillis() / 1000);
  }

  signatureSeconds(): number {
    return Math.floor(this.#source() / 1000);
  }
}
