import { createPaymentLink } from '@datchain/shared/contracts/calls.ts';
import { callUrl } from '@datchain/shared/contracts/site-addresses.ts';
import type { CreatePayment } from '@datchain/shared/ui/purchase/use-purchase.ts';
import * as v from 'valibot';
import { type Callable, type CallContext, callFunction } from './call.ts';
import { loadConfig } from './config.ts';
import { idToken } from './session.ts';

async function siteContext(): Promise<CallContext> {
  const config = await loadConfig();
  return { urlOf: (name) => callUrl(config, name), idToken };
}

/**
 * Calls one of the site's functions as the signed-in user.
 *
 * @throws CallError as callFunction does, ConfigError as loadConfig does.
 */
export async function call<C extends Callable>(
  callable: C,
  input: v.InferInput<C['input']>,
): Promise<v.InferOutput<C['output']>> {
  return callFunction(await siteContext(), callable, input);
}

/** An answer without a link is read too: the purchase has its own sentence for it (SPEC §8). */
const paymentAnswer = v.object({
  url: v.optional(v.string()),
  orderId: v.optional(v.string()),
});

/** Reserves tokens and asks for the payment link. */
export const createPayment: CreatePayment = (request) =>
  call({ ...createPaymentLink, output: v.fallback(paymentAnswer, {}) }, request);
