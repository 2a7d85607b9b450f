/**
 * A preload script (`--import`) that shifts the program's clock by CLOCK_OFF_MILLIS. The program itself
 * is unchanged and cannot tell.
 */
const offMillis = Number(process.env.CLOCK_OFF_MILLIS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(RealDate.now() + offMillis);
    else super(...given);
  }
  static override now(): number {
    return RealDate.now() + offMillis;
  }
} as DateConstructor;
