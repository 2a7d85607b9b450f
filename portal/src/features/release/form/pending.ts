/** The poll interval in which a pending popup checks whether it was cancelled (R-REL-09). */
export const CANCEL_POLL_MILLIS = 8_000;

export interface Pending<T> {
  readonly done: Promise<T>;
  /** Call it when the popup is gone: the next poll aborts the work. */
  cancel(): void;
}

/** Starts work for a popup, and polls every 8 s whether the popup still waits (R-REL-09). */
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
