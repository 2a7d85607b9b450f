/**
 * The stand-in's own clock. Sessions, links and idempotency keys age by `nowMs`, which tests can
 * advance; signatures are dated by the unshifted source (plus what the test asks for), because the
 * app that checks them has a clock of its own.
 */
export class Clock {
  readonly #source: () => number;
  #offsetMs = 0;
  #signatureOffsetMs = 0;

  constructor(source: () => number) {
    this.#source = source;
  }

  nowMs(): number {
    return this.#source() + this.#offsetMs;
  }

  /** Unix seconds, as Stripe's objects carry them. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** Unix seconds to sign a delivery with. */
  signatureSeconds(): number {
    return Math.floor((this.#source() + this.#signatureOffsetMs) / 1000);
  }

  advance(ms: number, signaturesToo: boolean): void {
    this.#offsetMs += ms;
    if (signaturesToo) this.#signatureOffsetMs += ms;
  }

  offsets(): { offsetMs: number; signatureOffsetMs: number } {
    return { offsetMs: this.#offsetMs, signatureOffsetMs: this.#signatureOffsetMs };
  }

  restore(offsets: { offsetMs: number; signatureOffsetMs: number }): void {
    this.#offsetMs = offsets.offsetMs;
    this.#signatureOffsetMs = offsets.signatureOffsetMs;
  }
}
