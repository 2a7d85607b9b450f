import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { type CallableFunction, HttpsError, onCall } from 'firebase-functions/https';
import type * as v from 'valibot';
import { log } from '../log.ts';
import { type Services, services } from '../services.ts';
import { refuseUnconfirmed } from './confirmed-email.ts';
import { parseInput } from './parse-input.ts';
import { tooMany } from './rate-limit.ts';

interface Definition<Input extends v.GenericSchema, Output> {
  readonly name: string;
  readonly input: Input;
  /** What the caller reads when something unexpected went wrong. */
  readonly failure: string;
  /** Whether the caller's e-mail address has to be confirmed. */
  readonly needsConfirmedEmail?: true;
  /** Calls a user may make in a minute. */
  readonly perMinute?: number;
  readonly run: (
    services: Services,
    uid: string,
    input: v.InferOutput<Input>,
  ) => Promise<Output | Refusal>;
}

const options = {
  region: 'us-central1',
  timeoutSeconds: 60,
  maxInstances: 10,
  secrets: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
};

const signedOut = 'Please log in first.';

type Send = (body: { error?: { status: string; message: string } }) => unknown;

/** A token that is no good is answered by the SDK itself, in a word of its own; people read ours. */
function withSentence<Callable extends CallableFunction<unknown, unknown>>(callable: Callable) {
  return new Proxy(callable, {
    apply(target, self, [request, response]: [unknown, { send: Send }]) {
      const send: Send = response.send.bind(response);
      response.send = (body) => {
        const { error } = body;
        if (error?.status !== 'UNAUTHENTICATED') return send(body);
        return send({ error: { ...error, message: signedOut } });
      };
      return Reflect.apply(target, self, [request, response]);
    },
  });
}

/**
 * Makes a callable: who calls comes from the token alone, input is parsed strictly, a refusal is
 * answered with its code and sentence, anything unexpected is logged under an id and answered with
 * the function's own text.
 */
export function defineCall<Input extends v.GenericSchema, Output>(
  definition: Definition<Input, Output>,
): CallableFunction<unknown, Promise<Output>> {
  const { name, input, failure, perMinute = 30, run } = definition;
  const callable = onCall<unknown, Promise<Output>>(options, async (request) => {
    const caller = request.auth;
    const uid = caller?.uid;
    if (!uid) throw new HttpsError('unauthenticated', signedOut);
    if (tooMany(`${name}:${uid}`, perMinute)) {
      throw new HttpsError('resource-exhausted', 'Too many requests. Try again in a minute.');
    }
    const parsed = parseInput(input, request.rawRequest.body.data, request.data);
    try {
      const refused = definition.needsConfirmedEmail
        ? await refuseUnconfirmed(services(), caller)
        : undefined;
      const answer = refused ?? (await run(services(), uid, parsed));
      if (!isRefusal(answer)) return answer;
      throw new HttpsError(answer.code, answer.message);
    } catch (error) {
      if (error instanceof HttpsError) throw error;
      const errorId = randomUUID();
      log.error(`${name} failed`, { errorId, uid, error: String(error), stack: stackOf(error) });
      throw new HttpsError('internal', failure);
    }
  });
  return withSentence(callable);
}

const stackOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack : undefined;
