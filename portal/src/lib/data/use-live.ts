import { readNumber } from '@datchain/shared/contracts/tolerant.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { watchLive } from './live.ts';
import { type Live, liveOr, useWatched } from './use-watched.ts';

/** Follows a path of the Realtime Database; `read` is a reader of shared/contracts. */
export const useLive = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchLive, path, read);

const readOffset = (value: unknown): Millis => readNumber(value);

/**
 * Returns the server's time: the device's clock may be wrong (N-INP-13). It is the device's time
 * until the database is connected; until then no live values are shown either.
 */
export const useServerTime = (): Millis =>
  Date.now() + liveOr(useLive('.info/serverTimeOffset', readOffset), 0);
