import { watchLive } from './live.ts';
import { type Live, useWatched } from './use-watched.ts';

/** Follows a path of the Realtime Database; `read` is a reader of shared/contracts. */
export const useLive = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchLive, path, read);
