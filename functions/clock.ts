/**
 * The server's only clock. Production runs on real time. The local stack can shift it, so that
 * developers and tests see reservations expire and earnings age without waiting.
 */
let offsetMillis = 0;

export const clock = {
  now: (): number => Date.now() + offsetMillis,
};

export type Clock = typeof clock;

/**
 * Shifts the clock.
 *
 * @throws outside the local stack: no one may change production time
 */
export function setClockOffset(millis: number): void {
  if (process.env.FUNCTIONS_EMULATOR !== 'true') {
    throw new Error('The clock can be shifted on the local stack only.');
  }
  offsetMillis = millis;
}
