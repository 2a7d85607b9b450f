import { createPaymentLink } from '@datchain/shared/contracts/calls/orders.ts';
import { callUrl } from '@datchain/shared/contracts/site-addresses.ts';
import type { CreatePayment } from '@datchain/shared/ui/purchase/use-purchase.ts';
import * as v from 'valibot';
import { usesAppCheck } from '../firebase/app-check-config.ts';
import { loadConfig } from '../firebase/config.ts';
import { getSession, idToken, uidOf } from '../session/session.ts';
import { type Callable, type CallContext, callFunction } from './call.ts';

async function makeContext(
  uid: string | undefined,
  timeoutMillis: number | undefined,
): Promise<CallContext> {
  const config = await loadConfig();
  return {
    ...(timeoutMillis !== undefined && { timeoutMillis }),
    urlOf: (name) => callUrl(config, name),
    idToken: () => idToken(uid),
    // Loaded with the first call, and only where the server may require it.
    ...(usesAppCheck(config) && {
      appCheckToken: async () => (await import('../firebase/app-check.ts')).appCheckToken(),
    }),
  };
}

const never = new Promise<never>(() => {});

/**
 * Calls a function as the signed-in user. If another user has signed in meanwhile, it never
 * settles: the screen that called is gone, and the answer belongs to the first user.
 *
 * @param timeoutMillis replaces the default timeout
 * @throws CallError as callFunction does, ConfigError as loadConfig does.
 */
export async function call<C extends Callable>(
  callable: C,
  input: v.InferInput<C['input']>,
  timeoutMillis?: number,
): Promise<v.InferOutput<C['output']>> {
  const uid = uidOf(getSession());
  const isTheirs = () => uid === undefined || uid === uidOf(getSession());
  try {
    const answer = await callFunction(await makeContext(uid, timeoutMillis), callable, input);
    return isTheirs() ? answer : await never;
  } catch (error) {
    if (isTheirs()) throw error;
    return never;
  }
}

/** Accepts an answer without a link: the purchase has its own sentence for it (R-BLK-09). */
const paymentAnswer = v.object({
  url: v.optional(v.string()),
  orderId: v.optional(v.string()),
});

export const createPayment: CreatePayment = (request) =>
  call({ ...createPaymentLink, output: v.fallback(paymentAnswer, {}) }, request);
