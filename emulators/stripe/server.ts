import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BodyTooLarge, sendJson } from '@datchain/emulators-common/http.ts';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { Api } from './api.ts';
import { Calls } from './calls.ts';
import { Clock } from './clock.ts';
import { Delivery, type WebhookTarget } from './delivery.ts';
import { Faults } from './faults.ts';
import { FormError } from './form.ts';
import { Idempotency } from './idempotency.ts';
import { serveKnobs } from './knobs.ts';
import { servePages } from './pages/router.ts';
import { refuseUnsafeOptions, refuseUnsafeWebhook } from './refusals.ts';
import { expireDueSessions } from './resources/sessions.ts';
import { routes } from './routes.ts';
import { Store } from './store.ts';
import { World } from './world.ts';

export type StripeOptions = {
  host?: '127.0.0.1';
  port: number;
  projectId: string;
  /** The only key the API accepts; default `sk_test_demo`. */
  secretKey?: string;
  webhook?: WebhookTarget;
  restoreFrom?: string | undefined;
  /** Milliseconds since 1970; the clock of the whole stack if it has one. */
  now?: () => number;
  merchant?: string;
};

export type StripeServer = {
  port: number;
  url: string;
  setWebhook(target: WebhookTarget): void;
  save(dir: string): Promise<void>;
  close(): Promise<void>;
};

const tickMillis = 500;

/**
 * Starts the Stripe emulator on 127.0.0.1.
 * @throws for another host, a project id without `demo-`, a live key, a webhook address that is not
 * local, or a port in use.
 */
export async function startStripe(options: StripeOptions): Promise<StripeServer> {
  const secretKey = options.secretKey ?? 'sk_test_demo';
  refuseUnsafeOptions({ ...options, secretKey });
  const { server, port, answerWith } = await listen(options.port);
  const url = `http://127.0.0.1:${port}`;
  const store = await Store.open(options.restoreFrom).catch((error: unknown) => {
    server.close();
    throw error;
  });
  const clock = new Clock(options.now ?? Date.now);
  const savedClock = store.get('settings', 'clock');
  clock.offsetMillis = savedClock?.offsetMillis ?? 0;
  const world = new World({ store, clock, baseUrl: url, merchant: options.merchant ?? 'datchain' });
  const delivery = new Delivery(world);
  const calls = new Calls();
  const faults = new Faults();
  const idempotency = new Idempotency(world);
  const api = new Api(world, { secretKey, routes, idempotency, faults, calls });
  world.deliverWith((eventId) => delivery.enqueue(eventId));
  answerWith((request, response) => {
    expireDueSessions(world);
    const path = request.url ?? '/';
    if (/^\/v\d\//.test(path)) return api.handle(request, response);
    if (path.startsWith('/_test/')) {
      return serveKnobs({ world, delivery, faults, calls }, request, response);
    }
    return servePages(world, request, response);
  });
  delivery.setTarget(options.webhook);
  const ticking = setInterval(() => {
    expireDueSessions(world);
    idempotency.prune();
  }, tickMillis);

  return {
    port,
    url,
    setWebhook(target) {
      refuseUnsafeWebhook(target);
      delivery.setTarget(target);
    },
    save: (dir) => store.save(dir),
    async close() {
      clearInterval(ticking);
      delivery.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Binds the port at once; requests wait until there is a handler. */
async function listen(wanted: number) {
  let answerWith: (handler: Handler) => void = () => {};
  const ready = new Promise<Handler>((resolve) => {
    answerWith = resolve;
  });
  const server = createServer((request, response) => {
    if (!isLocalName(request.headers.host)) {
      sendJson(response, 403, '{"error":"Only 127.0.0.1 and localhost are served."}');
      return;
    }
    ready
      .then((handler) => handler(request, response))
      .catch((error: unknown) => answerFailure(response, error));
  });
  keepIdleConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, answerWith };
}

/** Keeps out web pages that point their own host name at 127.0.0.1 (DNS rebinding). */
function isLocalName(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host ?? '');
}

function answerFailure(response: ServerResponse, error: unknown): void {
  const known = error instanceof BodyTooLarge || error instanceof FormError;
  if (!known) console.error(error);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  sendJson(response, known ? 400 : 500, JSON.stringify({ error: { type: 'api_error', message } }));
}
