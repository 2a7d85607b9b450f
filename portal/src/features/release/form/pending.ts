/** The interval of the checks for a cancelled popup (R-REL-09). */
export const CANCEL_POLL_MILLIS = 8_000;

export interface Pending<T> {
  readonly done: Promise<T>;
  /** Call it when the popup is closed: the next check aborts the work. */
  cancel(): void;
}

/** Starts work that a popup waits for. A check every 8 s aborts the work if it was cancelled (R-REL-09). */
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
