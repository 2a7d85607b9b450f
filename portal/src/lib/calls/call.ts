import { CallError, readCallResponse } from '@datchain/shared/domain/call-wire.ts';
import * as v from 'valibot';

export interface Callable {
  readonly name: string;
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
}

type TokenSource = () => Promise<string | undefined>;

/** The target and the credentials of calls. A missing token sends no header. */
export interface CallContext {
  readonly urlOf: (name: string) => string;
  readonly idToken: TokenSource;
  readonly messagingToken?: TokenSource;
  readonly appCheckToken?: TokenSource;
  readonly timeoutMillis?: number;
}

/** The default timeout of a callable (R-CAL-14). */
export const CALL_TIMEOUT_MILLIS = 70_000;

async function makeHeaders(context: CallContext): Promise<Record<string, string>> {
  const [id, messaging, appCheck] = await Promise.all([
    context.idToken(),
    context.messagingToken?.(),
    context.appCheckToken?.(),
  ]);
  return {
    'content-type': 'application/json',
    ...(id ? { authorization: `Bearer ${id}` } : {}),
    ...(messaging ? { 'Firebase-Instance-ID-Token': messaging } : {}),
    ...(appCheck ? { 'X-Firebase-AppCheck': appCheck } : {}),
  };
}

async function exchange(context: CallContext, name: string, input: unknown, signal: AbortSignal) {
  const headers = await makeHeaders(context);
  const body = JSON.stringify({ data: input });
  const url = context.urlOf(name);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  return readCallResponse(response.status, await response.text());
}

const timedOut = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new CallError('deadline-exceeded', 'deadline-exceeded'));
    });
  });

/**
 * Calls a function (R-CAL-01) and reads its answer.
 *
 * @throws CallError with the server's code and message, nothing appended; `deadline-exceeded` after
 * the timeout. When the server cannot be reached (`unavailable`) or answers in an unexpected shape
 * (`internal`), the message is empty: screens then show their own sentence.
 */
export async function callFunction<C extends Callable>(
  context: CallContext,
  callable: C,
  input: v.InferInput<C['input']>,
): Promise<v.InferOutput<C['output']>> {
  const signal = AbortSignal.timeout(context.timeoutMillis ?? CALL_TIMEOUT_MILLIS);
  const answer = await Promise.race([
    exchange(context, callable.name, input, signal),
    timedOut(signal),
  ]).catch((error: unknown) => {
    if (error instanceof CallError) throw error;
    if (signal.aborted) throw new CallError('deadline-exceeded', 'deadline-exceeded');
    throw new CallError('unavailable', '');
  });
  const parsed = v.safeParse(callable.output, answer);
  if (!parsed.success) throw new CallError('internal', '');
  return parsed.output;
}
