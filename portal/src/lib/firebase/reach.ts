/** Silence shorter than this is latency, of which people need not hear. */
const GRACE_MILLIS = 6_000;

/** Who waits for an answer at the moment. */
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
 * Tells that a part of the page waits for the server, or does not any more: its first answer is
 * not there yet, or what it shows comes from memory because the connection is lost.
 */
export function noteSilence(part: object, waits: boolean): void {
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

/** Whether something has been waiting for longer than latency explains. */
export const isServerSilent = (): boolean => isSilent;

export function subscribeToSilence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
