/** Shorter silences are latency, and not reported. */
const GRACE_MILLIS = 6_000;

/** The parts of the page that are waiting for an answer. */
const silent = new Set<object>();
const listeners = new Set<() => void>();
let isSilent = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(next: boolean): void {
  if (next === isSilent) return;
  isSilent = next;
  for (const listener of listeners) listener();
}

/**
 * Reports whether a part of the page waits for the server: its first answer is missing, or it shows
 * cached data because the connection is lost.
 */
export function reportWaiting(part: object, waits: boolean): void {
  if (waits) silent.add(part);
  else silent.delete(part);
  if (silent.size === 0) {
    clearTimeout(timer);
    timer = undefined;
    show(false);
  } else {
    timer ??= setTimeout(() => show(true), GRACE_MILLIS);
  }
}

export const isServerSilent = (): boolean => isSilent;

export function subscribeToSilence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
