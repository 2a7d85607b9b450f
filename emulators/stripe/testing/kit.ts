import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type StripeOptions, type StripeServer, startStripe } from '../server.ts';

export const webhookSecret = 'whsec_of_the_tests';

export type Endpoint = {
  url: string;
  received: Stripe.Event[];
  refused: string[];
  /** Statuses for the next deliveries; 200 when used up. */
  answers: number[];
  close(): Promise<void>;
};

export async function startEndpoint(): Promise<Endpoint> {
  const { webhooks } = new Stripe('sk_test_demo');
  const endpoint: Omit<Endpoint, 'url' | 'close'> = { received: [], refused: [], answers: [] };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const signature = request.headers['stripe-signature'] ?? '';
    response.statusCode = endpoint.answers.shift() ?? 200;
    try {
      endpoint.received.push(webhooks.constructEvent(body, signature, webhookSecret));
    } catch (error) {
      endpoint.refused.push(error instanceof Error ? error.message : String(error));
      response.statusCode = 400;
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(endpoint, {
    url: `http://127.0.0.1:${port}/hook`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export async function startShop(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Shop</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Kit = {
  server: StripeServer;
  endpoint: Endpoint;
  stripe: Stripe;
  knob: (name: string, input?: object) => Promise<Record<string, unknown>>;
  settle(): Promise<void>;
  close(): Promise<void>;
};

export async function startKit(options: Partial<StripeOptions> = {}): Promise<Kit> {
  const endpoint = await startEndpoint();
  const server = await startStripe({
    port: 0,
    projectId: 'demo-test',
    webhook: { url: endpoint.url, secret: webhookSecret },
    ...options,
  });
  const knob = (name: string, input?: object) => turnKnob(server.url, name, input);
  return {
    server,
    endpoint,
    stripe: sdkFor(server.port),
    knob,
    async settle() {
      const { settled } = await knob('POST /_test/webhooks/settle', {});
      if (settled !== true) throw new Error('Events are still undelivered.');
    },
    async close() {
      await server.close();
      await endpoint.close();
    },
  };
}

export async function turnKnob(
  base: string,
  name: string,
  input?: object,
): Promise<Record<string, unknown>> {
  const [method = 'GET', path = '/'] = name.split(' ');
  const answer = await fetch(`${base}${path}`, {
    method,
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(String(body.error));
  return body;
}

export function sdkFor(port: number, options: Partial<Stripe.StripeConfig> = {}): Stripe {
  return new Stripe('sk_test_demo', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 5_000,
    telemetry: false,
    ...options,
  });
}

export function aCheckout(
  change: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 3,
        price_data: { currency: 'usd', unit_amount: 36, product_data: { name: 'Link 36' } },
      },
    ],
    success_url: 'http://127.0.0.1:9/paid?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/back',
    ...change,
  };
}

export async function aPayment(
  kit: Kit,
  change: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<{ session: string; intent: string; charge: string }> {
  const { id } = await kit.stripe.checkout.sessions.create(aCheckout(change));
  await kit.knob('POST /_test/pay', { sessionId: id });
  const paid = await kit.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  return { session: id, intent: intent.id, charge: String(intent.latest_charge) };
}

export async function anEnabledAccount(kit: Kit): Promise<Stripe.Account> {
  const account = await kit.stripe.accounts.create({
    type: 'express',
    email: 'ana@dats.test',
    capabilities: { transfers: { requested: true } },
  });
  await kit.knob('POST /_test/onboard', { account: account.id, outcome: 'enabled' });
  return kit.stripe.accounts.retrieve(account.id);
}
