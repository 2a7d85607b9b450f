let offsetMs = 0;

export const now = (): number => Date.now() + offsetMs;

export function setClockOffset(millis: number): void {
  offsetMs = millis;
}
