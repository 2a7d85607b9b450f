/**
 * Loaded before a program (`--import`): its machine's clock is off by CLOCK_OFF_MS from then on. The
 * program itself is the real one and cannot tell.
 */
const offMs = Number(process.env.CLOCK_OFF_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(RealDate.now() + offMs);
    else super(...given);
  }
  static override now(): number {
    return RealDate.now() + offMs;
  }
} as DateConstructor;
