/** How often a pending popup is asked whether it was cancelled (R-REL-09). */
export const CANCEL_POLL_MILLIS = 8_000;

/** Work that a popup waits for. */
export interface Pending<T> {
  readonly done: Promise<T>;
  /** The popup is gone: the next poll takes the work back. */
  cancel(): void;
}

/** Begins work for a popup, and asks every 8 s whether anyone still waits for it (R-REL-09). */
export function startPending<T>(work: (signal: AbortSignal) => Promise<T>): Pending<T> {
  const running = new AbortController();
  let isCancelled = false;
  const poll = setInterval(() => {
    if (isCancelled) running.abort();
  }, CANCEL_POLL_MILLIS);
  const done = work(running.signal).finally(() => clearInterval(poll));
  return {
    done,
    cancel: () => {
      isCancelled = true;
    },
  };
}
