import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';

const RECENT_MILLIS = 3 * MINUTE_MILLIS;
const AT_ONCE = 400;

/**
 * Shows what was written but not shown (a process died, the Realtime Database was out of reach),
 * and once more what was touched in the last minutes.
 *
 * @returns how many entries were found unshown
 */
export async function sweepProjections(services: Services): Promise<number> {
  const { entries, projector, clock } = services;
  let found = 0;
  for (;;) {
    const unshown = await entries.listUnprojected(AT_ONCE);
    if (unshown.length === 0) break;
    const touched = unshown.flatMap((entry) => entry.touched);
    // Once they are marked, the next page starts with those that are not.
    await projector.projectWhole(
      touched,
      unshown.map(({ id }) => id),
    );
    found += unshown.length;
    if (unshown.length < AT_ONCE) break;
  }
  const recent = await entries.listSince(clock.now() - RECENT_MILLIS);
  const touched = new Set(recent.flatMap((entry) => entry.touched));
  if (touched.size > 0) await projector.project([...touched], []);
  return found;
}
