import type { Millis } from '@datchain/shared/domain/units.ts';
import type { FeedState } from './feed.ts';

export type Liveness = 'live' | 'reconnecting' | 'stale';

/** After this silence the figures are stale, whatever the connection says. */
const staleAfterMillis = 90_000;

export function classifyLiveness(state: FeedState, now: Millis): Liveness {
  if (state.heardAt === undefined || now - state.heardAt > staleAfterMillis) return 'stale';
  return state.connected ? 'live' : 'reconnecting';
}

const timeOfDay = (at: Millis): string => `${new Date(at).toISOString().slice(11, 19)} UTC`;

/**
 * Formats the line beside 'Price blocks': 'Live, 10:42:07 UTC', the time of the last message; empty before the
 * first.
 */
export function liveText(state: FeedState | undefined, now: Millis): string {
  if (!state) return '';
  if (state.heardAt === undefined) return 'Not live';
  const at = timeOfDay(state.heardAt);
  switch (classifyLiveness(state, now)) {
    case 'live':
      return `Live, ${at}`;
    case 'reconnecting':
      return `Reconnecting, ${at}`;
    case 'stale':
      return `Not live since ${at}`;
  }
}
