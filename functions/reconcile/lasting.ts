const MAX_REPEATS = 3;
const PAUSE_MILLIS = 400;

/**
 * Compares, again while there are differences, and keeps those that were found every time: the system may be
 * running.
 *
 * @param pause waits before the next comparison
 */
export async function findLasting<Compared extends { readonly differences: readonly string[] }>(
  compare: () => Promise<Compared>,
  pause: (millis: number) => Promise<unknown>,
): Promise<Compared> {
  let result = await compare();
  for (let again = 0; again < MAX_REPEATS && result.differences.length > 0; again++) {
    await pause(PAUSE_MILLIS * (again + 1));
    const next = await compare();
    const before = new Set(result.differences);
    result = { ...next, differences: next.differences.filter((one) => before.has(one)) };
  }
  return result;
}
