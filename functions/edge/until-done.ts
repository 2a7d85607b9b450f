import { inTime } from '../limits/in-time.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';

/** How long an answer waits for background work; the sweep of projections catches up within a minute. */
const TIMEOUT_MILLIS = 3_000;

let open = 0;
let arrival = Promise.withResolvers<void>();

/**
 * Runs a request, and holds its answer until everything it began is done (N-LCH-07). The cloud pauses the
 * processor while no request is open. So only the last open request waits, and stops waiting when another one
 * comes.
 */
export async function untilDone<Result>(
  { projector }: Pick<Services, 'projector'>,
  handle: () => Promise<Result>,
): Promise<Result> {
  open += 1;
  arrival.resolve();
  arrival = Promise.withResolvers();
  try {
    return await handle();
  } finally {
    open -= 1;
    if (open === 0) {
      const done = inTime(projector.settled(), TIMEOUT_MILLIS).catch((error) =>
        log.warn('Not all is shown yet; the sweep will', { error: String(error) }),
      );
      await Promise.race([done, arrival.promise]);
    }
  }
}
