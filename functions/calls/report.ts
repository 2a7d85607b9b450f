import { reportRequest } from '@datchain/shared/contracts/report-request.ts';
import { onRequest } from 'firebase-functions/https';
import * as v from 'valibot';
import { log } from '../log.ts';
import { reportWork } from '../reports/report-work.ts';
import { services } from '../services.ts';
import { addressOf } from './address.ts';
import { tooManyRequests } from './caller.ts';
import { localLimit, type RateLimit, rateLimit } from './rate-limit.ts';

/** Reports from one address in a minute, across all instances. */
const PER_MINUTE = 5;

/** Requests of any kind, by address: they must not cost a read or a write. */
const anyone = localLimit(60);

let counted: RateLimit | undefined;

/**
 * Takes a report of a work from anybody, signed in or not (N-PPL-11): POST with JSON, from this site.
 * 400: names what is wrong. 404: no such work. 409: taken down already. 429: too many from one address.
 */
export const report = onRequest(
  { region: 'us-central1', maxInstances: 10 },
  async (request, response) => {
    response.set('Cache-Control', 'no-store');
    const no = (status: number, error: string) => response.status(status).json({ error });
    const wait = (seconds: number) => {
      response.set('Retry-After', String(seconds));
      no(429, tooManyRequests);
    };
    if (request.method !== 'POST' || !request.is('application/json')) {
      no(request.method === 'POST' ? 415 : 405, 'POST with JSON');
      return;
    }
    const address = addressOf(request);
    const tooMany = anyone.take(address);
    if (tooMany !== undefined) return wait(tooMany);
    const parsed = v.safeParse(reportRequest, request.body);
    if (!parsed.success) {
      const [issue] = parsed.issues;
      no(400, [v.getDotPath(issue), issue.message].filter(Boolean).join(': '));
      return;
    }
    const all = services();
    counted ??= rateLimit({ store: all.store, now: () => Date.now() });
    const seconds = await counted.take('report', address, PER_MINUTE);
    if (seconds !== undefined) return wait(seconds);
    try {
      const refused = await reportWork(all, parsed.output);
      if (refused) no(refused.code === 'not-found' ? 404 : 409, refused.message);
      else response.json({});
    } catch (error) {
      log.error('A report was not kept', { error: String(error) });
      no(500, 'Your report could not be kept. Try again.');
    }
  },
);
