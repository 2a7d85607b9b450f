import type { Millis } from '@datchain/shared/domain/units.ts';

/** How fast a file goes: where it was last looked at, and its speed as far as it is known. */
export interface Pace {
  readonly bytes: number;
  readonly at: Millis;
  readonly bytesPerSecond: number | undefined;
}

const SHORTEST_LOOK_MILLIS = 500;
/** How much the newest look counts: enough to follow a change, not enough to jump about. */
const NEWEST_SHARE = 0.3;

export const startingPace = (bytes: number, at: Millis): Pace => ({
  bytes,
  at,
  bytesPerSecond: undefined,
});

/** The pace once so many bytes are sent. Bytes that have to be sent again say nothing about speed. */
export function paceAfter(pace: Pace, bytes: number, at: Millis): Pace {
  if (bytes < pace.bytes) return { ...pace, bytes, at };
  const millis = at - pace.at;
  if (millis < SHORTEST_LOOK_MILLIS) return pace;
  const now = ((bytes - pace.bytes) / millis) * 1_000;
  const before = pace.bytesPerSecond ?? now;
  return { bytes, at, bytesPerSecond: before * (1 - NEWEST_SHARE) + now * NEWEST_SHARE };
}
