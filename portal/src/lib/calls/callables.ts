import { createPaymentLink } from '@datchain/shared/contracts/calls/orders.ts';
import { callUrl } from '@datchain/shared/contracts/site-addresses.ts';
import type { CreatePayment } from '@datchain/shared/ui/purchase/use-purchase.ts';
import * as v from 'valibot';
import { usesAppCheck } from '../firebase/app-check-config.ts';
import { loadConfig } from '../firebase/config.ts';
import { getSession, idToken, uidOf } from '../session/session.ts';
import { type Callable, type CallContext, callFunction } from './call.ts';

async function contextOf(
  uid: string | undefined,
  timeoutMillis: number | undefined,
): Promise<CallContext> {
  const config = await loadConfig();
  return {
    ...(timeoutMillis !== undefined && { timeoutMillis }),
    urlOf: (name) => callUrl(config, name),
    idToken: () => idToken(uid),
    // Loaded with the first call, and only where the server may ask for it.
    ...(usesAppCheck(config) && {
      appCheckToken: async () => (await import('../firebase/app-check.ts')).appCheckToken(),
    }),
  };
}

const never = new Promise<never>(() => {});

/**
 * Calls one of the site's functions as the signed-in user. When another one has signed in meanwhile
 * it stays without an answer: the screen that asked is gone, and what it would say or open belongs
 * to the first.
 *
 * @param timeoutMillis how long its answer is waited for, where that is less than for other calls
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
    const answer = await callFunction(await contextOf(uid, timeoutMillis), callable, input);
    return isTheirs() ? answer : await never;
  } catch (error) {
    if (isTheirs()) throw error;
    return never;
  }
}

/** An answer without a link is read too: the purchase has its own sentence for it (R-BLK-09). */
const paymentAnswer = v.object({
  url: v.optional(v.string()),
  orderId: v.optional(v.string()),
});

/** Reserves tokens and asks for the payment link. */
export const createPayment: CreatePayment = (request) =>
  call({ ...createPaymentLink, output: v.fallback(paymentAnswer, {}) }, request);
