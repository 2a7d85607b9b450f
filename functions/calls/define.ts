import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { type CallableFunction, HttpsError, onCall } from 'firebase-functions/https';
import * as v from 'valibot';
import { log } from '../log.ts';
import { type Services, services } from '../services.ts';
import { tooMany } from './rate-limit.ts';

interface Definition<Input extends v.GenericSchema, Output> {
  readonly name: string;
  readonly input: Input;
  /** What the caller reads when something unexpected went wrong. */
  readonly failure: string;
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

function parseInput<Input extends v.GenericSchema>(
  input: Input,
  data: unknown,
): v.InferOutput<Input> {
  const parsed = v.safeParse(input, data ?? {});
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue);
  throw new HttpsError('invalid-argument', field ? `${field}: ${issue.message}` : issue.message);
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
  return onCall<unknown, Promise<Output>>(options, async (request) => {
    const uid = request.auth?.uid;
    if (!uid) throw new HttpsError('unauthenticated', 'Please log in first.');
    if (tooMany(`${name}:${uid}`, perMinute)) {
      throw new HttpsError('resource-exhausted', 'Too many requests. Try again in a minute.');
    }
    const parsed = parseInput(input, request.data);
    try {
      const answer = await run(services(), uid, parsed);
      if (!isRefusal(answer)) return answer;
      throw new HttpsError(answer.code, answer.message);
    } catch (error) {
      if (error instanceof HttpsError) throw error;
      const errorId = randomUUID();
      log.error(`${name} failed`, { errorId, uid, error: String(error), stack: stackOf(error) });
      throw new HttpsError('internal', failure);
    }
  });
}

const stackOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack : undefined;
