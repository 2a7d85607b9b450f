import { inTime } from '../limits/in-time.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';

/** How long an answer waits for what it began; the sweep of projections shows within a minute what takes longer. */
const PATIENCE_MILLIS = 3_000;

/** Requests that are being handled. */
let open = 0;
/** Resolves when the next request comes. */
let arrival = Promise.withResolvers<void>();

/**
 * Runs a request, and holds its answer until all that it began is done (N-LCH-07): the cloud takes the processor away
 * while no request is open. So only the last open one waits, and not once another one has come.
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
      const done = inTime(projector.settled(), PATIENCE_MILLIS).catch((error) =>
        log.warn('Not all is shown yet; the sweep will', { error: String(error) }),
      );
      await Promise.race([done, arrival.promise]);
    }
  }
}
