import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useEffect, useState } from 'react';

export type Live<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed' };

export type Watch = (
  path: string,
  onChange: (value: unknown) => void,
  onFailure: (error: unknown) => void,
) => () => void;

const loading: Live<never> = { state: 'loading' };

const FIRST_RETRY_MILLIS = 1_000;
const MAX_RETRY_MILLIS = 30_000;

/**
 * Watches a path and retries after a failure: with back-off, because a refusal may be temporary,
 * and at once when the network returns.
 */
function watchWithRetries(watch: Watch, path: string, show: (live: Live<unknown>) => void) {
  let end = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const begin = () => {
    timer = undefined;
    end = watch(
      path,
      (value) => {
        failures = 0;
        show({ state: 'ready', value });
      },
      (error) => {
        if (failures === 0) warnLater(`Live data at ${path} could not be loaded.`, error);
        end();
        show({ state: 'failed' });
        const wait = FIRST_RETRY_MILLIS * 2 ** failures;
        failures += 1;
        timer = setTimeout(begin, Math.min(MAX_RETRY_MILLIS, wait));
      },
    );
  };
  const beginNow = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    begin();
  };
  begin();
  addEventListener('online', beginNow);
  return () => {
    removeEventListener('online', beginNow);
    clearTimeout(timer);
    end();
  };
}

/**
 * Follows one path. Without a path, and from the very render in which the path changes, it is
 * `loading`. So one user's data is never shown to the next (R-SES-02).
 */
export function useWatched<T>(
  watch: Watch,
  path: string | undefined,
  read: (value: unknown) => T,
): Live<T> {
  const [seen, setSeen] = useState<{ path: string; live: Live<unknown> }>();
  useEffect(() => {
    if (path === undefined) return;
    return watchWithRetries(watch, path, (live) => setSeen({ path, live }));
  }, [watch, path]);
  if (seen === undefined || seen.path !== path) return loading;
  return seen.live.state === 'ready' ? { state: 'ready', value: read(seen.live.value) } : seen.live;
}

export const liveOr = <T>(live: Live<T>, otherwise: T): T =>
  live.state === 'ready' ? live.value : otherwise;
