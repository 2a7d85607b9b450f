/** Shorter silences are latency, and not reported. */
const GRACE_MILLIS = 6_000;

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
 * Reports whether a part of the page waits for the server. It waits while its first answer is
 * missing, or a lost connection leaves it with cached data.
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
