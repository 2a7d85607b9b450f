const WINDOW_MILLIS = 60_000;
const MOST_KEYS = 10_000;

const windows = new Map<string, { startedAt: number; count: number }>();

/**
 * Counts a call and says whether it is one too many in the current minute. Kept in the memory of
 * the instance: it stops a runaway client, it is no wall against many instances. Real time on
 * purpose: the shifted clock of the local stack must not lock anyone out.
 */
export function tooMany(key: string, perMinute: number): boolean {
  const now = performance.now();
  const current = windows.get(key);
  if (current && now - current.startedAt < WINDOW_MILLIS) {
    current.count += 1;
    return current.count > perMinute;
  }
  if (windows.size >= MOST_KEYS) windows.clear();
  windows.set(key, { startedAt: now, count: 1 });
  return false;
}
