import type { Request } from 'firebase-functions/https';
import { inTime } from '../limits/in-time.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';

const HEADER = 'x-firebase-appcheck';
const TIMEOUT_MILLIS = 8_000;

const tokens = new WeakMap<object, string>();

/**
 * Removes the App Check token from a request before the functions SDK verifies it. The SDK always fetches
 * Google's keys, even if nothing is checked or the keys are a local stack's.
 */
export function takeAppCheckToken(request: Pick<Request, 'headers'>): void {
  const token = request.headers[HEADER];
  delete request.headers[HEADER];
  if (typeof token === 'string') tokens.set(request, token);
}

/**
 * Whether a call may continue. With `enforce`, its App Check token (R-CAL-01) has to prove that our own site
 * sent it; `observe` only logs what would be refused. A call cannot prove it while the keys are out of reach.
 */
export async function isFromOurSite(
  { appCheck, environment }: Pick<Services, 'appCheck' | 'environment'>,
  name: string,
  request: object,
): Promise<boolean> {
  if (environment.appCheck === 'off') return true;
  const token = tokens.get(request);
  try {
    if (token === undefined) throw new Error('There is no token');
    await inTime(appCheck.verify(token), TIMEOUT_MILLIS);
    return true;
  } catch (error) {
    log.warn('A call cannot prove that it came from our site', { name, reason: String(error) });
    return environment.appCheck === 'observe';
  }
}
