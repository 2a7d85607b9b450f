import { formatDateTime } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { FeedState } from './feed.ts';

/** How current the figures on the screen are. */
export type Liveness = 'live' | 'reconnecting' | 'stale';

/** After this long without a word the figures are old, whatever the connection says. */
const staleAfterMs = 90_000;

export function livenessOf(state: FeedState, now: Millis): Liveness {
  if (state.heardAt === undefined || now - state.heardAt > staleAfterMs) return 'stale';
  return state.connected ? 'live' : 'reconnecting';
}

const timeOfDay = (at: Millis): string => `${new Date(at).toISOString().slice(11, 19)} UTC`;

/**
 * The line beside 'Price blocks': 'Live, 10:42:07 UTC', with the time of the last word from the
 * database. `builtAt` is what the page was built from, shown before the first word.
 */
export function liveText(
  state: FeedState | undefined,
  now: Millis,
  builtAt: Millis | undefined,
): string {
  if (state?.heardAt === undefined) {
    const asOf = builtAt === undefined ? '' : `As of ${formatDateTime(builtAt)}`;
    return state && asOf ? `${asOf}, not live` : asOf;
  }
  const at = timeOfDay(state.heardAt);
  switch (livenessOf(state, now)) {
    case 'live':
      return `Live, ${at}`;
    case 'reconnecting':
      return `Reconnecting, last heard ${at}`;
    case 'stale':
      return `Not live since ${at}`;
  }
}
