import type { Millis } from '@datchain/shared/domain/units.ts';

/** The last measured position of an upload, and its speed where known. */
export interface Pace {
  readonly bytes: number;
  readonly at: Millis;
  readonly bytesPerSecond: number | undefined;
}

const SHORTEST_LOOK_MILLIS = 500;
/** The weight of the newest measurement: follows changes without jumping. */
const NEWEST_SHARE = 0.3;

export const startingPace = (bytes: number, at: Millis): Pace => ({
  bytes,
  at,
  bytesPerSecond: undefined,
});

/** Updates the pace with the bytes sent. Bytes that must be sent again do not count as speed. */
export function paceAfter(pace: Pace, bytes: number, at: Millis): Pace {
  if (bytes < pace.bytes) return { ...pace, bytes, at };
  const millis = at - pace.at;
  if (millis < SHORTEST_LOOK_MILLIS) return pace;
  const now = ((bytes - pace.bytes) / millis) * 1_000;
  const before = pace.bytesPerSecond ?? now;
  return { bytes, at, bytesPerSecond: before * (1 - NEWEST_SHARE) + now * NEWEST_SHARE };
}
