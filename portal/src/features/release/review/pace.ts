import type { Millis } from '@datchain/shared/domain/units.ts';

export interface Pace {
  readonly bytes: number;
  readonly at: Millis;
  readonly bytesPerSecond: number | undefined;
}

const MIN_SAMPLE_MILLIS = 500;
/** The weight of the newest measurement: follows changes without jumping. */
const NEWEST_WEIGHT = 0.3;

export const startingPace = (bytes: number, at: Millis): Pace => ({
  bytes,
  at,
  bytesPerSecond: undefined,
});

/** Updates the pace with the bytes sent. Bytes that must be sent again do not count as speed. */
export function paceAfter(pace: Pace, bytes: number, at: Millis): Pace {
  if (bytes < pace.bytes) return { ...pace, bytes, at };
  const millis = at - pace.at;
  if (millis < MIN_SAMPLE_MILLIS) return pace;
  const now = ((bytes - pace.bytes) / millis) * 1_000;
  const before = pace.bytesPerSecond ?? now;
  return { bytes, at, bytesPerSecond: before * (1 - NEWEST_WEIGHT) + now * NEWEST_WEIGHT };
}
