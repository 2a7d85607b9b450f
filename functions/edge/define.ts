import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import {
  type CallableFunction,
  type CallableRequest,
  HttpsError,
  onCall,
  type Request,
} from 'firebase-functions/https';
import type * as v from 'valibot';
import { localLimit } from '../limits/rate-limit.ts';
import { log } from '../log.ts';
import { type Machine, ownCall, place } from '../machines.ts';
import { type Services, services } from '../services.ts';
import { readVisitorAddress } from './address.ts';
import { takeAppCheckToken } from './app-check.ts';
import { requireCaller, signedOut, tooManyRequests } from './caller.ts';
import { refuseUnconfirmed } from './confirmed-email.ts';
import { isTooDeep, isTooLarge, parseInput, tooDeep, tooLarge } from './parse-input.ts';
import { untilDone } from './until-done.ts';

interface Definition<Input extends v.GenericSchema, Output> {
  readonly name: string;
  readonly input: Input;
  readonly failure: string;
  readonly needsConfirmedEmail?: true;
  /** Whether the caller has to have logged in within the last five minutes. */
  readonly needsRecentLogin?: true;
  readonly machine?: Machine;
  readonly secrets?: readonly ('STRIPE_SECRET_KEY' | 'MAIL_API_KEY' | 'MAIL_LINK_KEY')[];
  readonly run: (
    services: Services,
    uid: string,
    input: v.InferOutput<Input>,
  ) => Promise<Output | Refusal>;
}

/** Limit of requests without a valid token by address, in memory: they must not cost a read or a write. */
const strangers = localLimit(60);

type Body = { error?: { status: string; message: string } };
interface Answer {
  send: (body: Body) => unknown;
  status: (code: number) => unknown;
  set: (header: string, value: string) => unknown;
}

/**
 * Replaces the SDK's own answers by ours. Refuses input that is very large, or nested too deeply to be decoded.
 * An invalid token gets 'Please log in first.', and after too many of those an address has to wait. Signed-in
 * users of that address are still let in, because whole towns share one.
 */
function withSentence<Callable extends CallableFunction<unknown, unknown>>(
  name: string,
  callable: Callable,
) {
  return new Proxy(callable, {
    apply(target, self, [request, response]: [Request, Answer]) {
      takeAppCheckToken(request);
      // Checked before the SDK decodes the input recursively.
      const refused = isTooLarge(request) ? tooLarge : isTooDeep(request.body) && tooDeep;
      if (refused) {
        response.status(400);
        return response.send({ error: { status: 'INVALID_ARGUMENT', message: refused } });
      }
      const send = response.send.bind(response);
      response.send = (body) => {
        if (body.error?.status !== 'UNAUTHENTICATED') return send(body);
        const waitSeconds = strangers.take(`${name} ${readVisitorAddress(request)}`);
        if (waitSeconds === undefined)
          return send({ error: { ...body.error, message: signedOut } });
        response.status(429);
        response.set('Retry-After', String(waitSeconds));
        return send({ error: { status: 'RESOURCE_EXHAUSTED', message: tooManyRequests } });
      };
      return Reflect.apply(target, self, [request, response]);
    },
  });
}

/**
 * Makes a callable. The caller comes from the token alone, and input is parsed strictly. A refusal is answered
 * with its code and sentence. An unexpected error is logged under an id and answered with the function's own
 * text.
 */
export function defineCall<Input extends v.GenericSchema, Output>(
  definition: Definition<Input, Output>,
): CallableFunction<unknown, Promise<Output>> {
  const { name, input, failure, machine = ownCall, secrets = [], run } = definition;
  const { needsConfirmedEmail, needsRecentLogin } = definition;

  async function answer(request: CallableRequest<unknown>): Promise<Output | Refusal> {
    const uid = await requireCaller(services(), name, request);
    const parsed = parseInput(input, request.rawRequest.body.data, request.data);
    if (needsRecentLogin && !isRecent(request.auth?.token.auth_time)) return loginAgain();
    const caller = { uid, token: request.auth?.token ?? {} };
    const refused = needsConfirmedEmail && (await refuseUnconfirmed(services(), caller));
    return refused || run(services(), uid, parsed);
  }

  const callable = onCall<unknown, Promise<Output>>(
    { ...place, ...machine, secrets: [...secrets] },
    async (request) => {
      try {
        const answered = await untilDone(services(), () => answer(request));
        if (!isRefusal(answered)) return answered;
        throw new HttpsError(answered.code, answered.message);
      } catch (error) {
        if (error instanceof HttpsError) throw error;
        const errorId = randomUUID();
        const uid = request.auth?.uid;
        log.error(`${name} failed`, { errorId, uid, error: String(error), stack: stackOf(error) });
        throw new HttpsError('internal', failure);
      }
    },
  );
  return withSentence(name, callable);
}

const RECENT_LOGIN_MILLIS = 5 * MINUTE_MILLIS;

/** Compares with the clock of Auth, which the local stack never shifts. */
const isRecent = (authTimeSeconds = 0): boolean =>
  Date.now() - authTimeSeconds * 1_000 < RECENT_LOGIN_MILLIS;

const loginAgain = () => refuse('failed-precondition', 'Enter your password again.');

const stackOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack : undefined;
