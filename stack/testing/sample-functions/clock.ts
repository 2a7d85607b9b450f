let offsetMillis = 0;

export const now = (): number => Date.now() + offsetMillis;

export function setClockOffset(millis: number): void {
  offsetMillis = millis;
}
