/**
 * A preload script (`--import`) that shifts the program's clock by CLOCK_OFF_MS. The program itself
 * is unchanged and cannot tell.
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
