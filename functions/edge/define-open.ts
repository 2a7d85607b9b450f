import { formatDuration } from '@datchain/shared/domain/format.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { type HttpsFunction, onRequest } from 'firebase-functions/https';
import * as v from 'valibot';
import { localLimit, type RateLimit, rateLimit } from '../limits/rate-limit.ts';
import { perDay, perMinute } from '../limits/windows.ts';
import { log } from '../log.ts';
import { place, siteRequests } from '../machines.ts';
import { type Services, services } from '../services.ts';
import { readVisitorAddress } from './address.ts';
import { tooManyRequests } from './caller.ts';
import { formatIssue, isTooLarge, tooLarge } from './parse-input.ts';
import { untilDone } from './until-done.ts';

interface Definition<Input extends v.GenericSchema> {
  readonly name: string;
  readonly input: Input;
  /** Limits of requests from one address per minute and per day, across all instances. */
  readonly perMinute: number;
  readonly perDay: number;
  /** Makes the message for an address beyond the daily limit. @param wait until the next: '5 hours' */
  readonly tooManyADay: (wait: string) => string;
  readonly failure: string;
  readonly secrets?: readonly ('MAIL_API_KEY' | 'MAIL_LINK_KEY')[];
  readonly run: (services: Services, input: v.InferOutput<Input>) => Promise<Refusal | undefined>;
}

/** Limit of all requests by address, in memory: they must not cost a read or a write. */
const anyone = localLimit(60);

let counted: RateLimit | undefined;

/**
 * Makes a function that anybody may use, signed in or not: POST with JSON, from this site. 400 and 413 name
 * what is wrong; 404 and 409 refuse with the reason. 429 means too many requests from one address, with the
 * wait in Retry-After.
 */
export function defineOpen<Input extends v.GenericSchema>({
  name,
  input,
  perMinute: aMinute,
  perDay: aDay,
  tooManyADay,
  failure,
  secrets = [],
  run,
}: Definition<Input>): HttpsFunction {
  const options = { ...place, ...siteRequests, secrets: [...secrets] };
  return onRequest(options, async (request, response) => {
    response.set('Cache-Control', 'no-store');
    const no = (status: number, error: string) => response.status(status).json({ error });
    const wait = (seconds: number, sentence = tooManyRequests) => {
      response.set('Retry-After', String(seconds));
      no(429, sentence);
    };
    if (request.method !== 'POST' || !request.is('application/json')) {
      no(request.method === 'POST' ? 415 : 405, 'POST with JSON');
      return;
    }
    const address = readVisitorAddress(request);
    const tooMany = anyone.take(`${name} ${address}`);
    if (tooMany !== undefined) return wait(tooMany);
    if (isTooLarge(request)) {
      no(413, tooLarge);
      return;
    }
    const parsed = v.safeParse(input, request.body);
    if (!parsed.success) {
      no(400, formatIssue(parsed.issues[0]));
      return;
    }
    const all = services();
    counted ??= rateLimit({ store: all.store, now: () => Date.now() });
    const seconds = await counted.take(name, address, perMinute(aMinute));
    if (seconds !== undefined) return wait(seconds);
    const tillTomorrow = await all.limits.take(`${name} a day`, address, perDay(aDay));
    if (tillTomorrow !== undefined) {
      return wait(tillTomorrow, tooManyADay(formatDuration(tillTomorrow * 1_000)));
    }
    try {
      const refused = await untilDone(all, () => run(all, parsed.output));
      if (refused) no(refused.code === 'not-found' ? 404 : 409, refused.message);
      else response.json({});
    } catch (error) {
      log.error(`${name} failed`, { error: String(error) });
      no(500, failure);
    }
  });
}
