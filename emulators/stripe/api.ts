import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, sendJson } from '@datchain/emulators-common/http.ts';
import type { ApiCall, Route } from './call.ts';
import type { Calls, RecordedCall } from './calls.ts';
import { accountInvalid, masked, notImplemented, StripeFailure } from './errors.ts';
import { checkExpand, expandObject, takeExpand } from './expand.ts';
import type { Fault, Faults } from './faults.ts';
import { FormError, type FormTree, parseForm } from './form.ts';
import type { Idempotency } from './idempotency.ts';
import { newId } from './ids.ts';
import { platformScope } from './tables.ts';
import type { World } from './world.ts';

type Answer = { status: number; body: string; stored: boolean };
type Replay = { status: number; body: string; requestId: string };

type Request = {
  method: string;
  path: string;
  body: string;
  params: FormTree;
  requestId: string;
  scope: string;
  key: string | null;
};

export class Api {
  readonly #world: World;
  readonly #parts: {
    secretKey: string;
    routes: Route[];
    idempotency: Idempotency;
    faults: Faults;
    calls: Calls;
  };

  constructor(world: World, parts: Api['parts']) {
    this.#world = world;
    this.#parts = parts;
  }

  get parts() {
    return this.#parts;
  }

  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = newId('req', 14);
    const body = await readBody(incoming);
    const url = new URL(incoming.url ?? '/', this.#world.baseUrl);
    const method = incoming.method ?? 'GET';
    const key = header(incoming, 'idempotency-key');
    const account = header(incoming, 'stripe-account');
    const { params, error } = parsedParams(method === 'POST' ? body : url.search.slice(1));
    const record = this.#parts.calls.add({
      requestId,
      atMillis: this.#world.clock.nowMillis(),
      method,
      path: url.pathname,
      params: structuredClone(params),
      idempotencyKey: key,
      account,
      status: null,
      replayed: false,
    });
    const headers = {
      'request-id': requestId,
      ...echoed(incoming, ['idempotency-key', 'stripe-version', 'stripe-account']),
    };
    try {
      this.#authenticate(incoming);
      const scope = this.#scopeOf(account);
      if (error !== undefined) throw error;
      const request = { method, path: url.pathname, body, params, requestId, scope, key };
      await this.#run(request, { response, headers, record });
    } catch (failure) {
      await this.#send(failureAnswer(failure), { response, headers, record });
    }
  }

  async #run(request: Request, to: Exchange): Promise<void> {
    const { faults, idempotency } = this.#parts;
    const early = faults.take(request, 'before', ['429', 'reset']);
    if (early?.kind === '429') throw tooManyRequests();
    if (early?.kind === 'reset') return breakOff(to);
    const key = request.method === 'POST' ? request.key : null;
    if (key === null) {
      await this.#execute(request, to);
      return;
    }
    const keyed = { ...request, key };
    const replay = idempotency.begin(keyed);
    if (replay !== undefined) return this.#finish(request, to, replay);
    try {
      await this.#execute(request, to, (answer) => {
        if (answer.stored) idempotency.store(keyed, { ...answer, requestId: request.requestId });
      });
    } finally {
      idempotency.end(keyed);
    }
  }

  /** Runs the endpoint and stores its answer in the same commit as its effect. */
  async #execute(
    request: Request,
    to: Exchange,
    keep: (answer: { status: number; body: string; stored: boolean }) => void = () => {},
  ): Promise<void> {
    const { faults } = this.#parts;
    const before = faults.take(request, 'before', ['hang', '500']);
    if (before?.kind === 'hang') return hang(to);
    let answer = before === undefined ? this.#call(request) : serverError(before);
    const after = before === undefined ? faults.take(request, 'after', ['500']) : undefined;
    if (after !== undefined) answer = serverError(after);
    keep(answer);
    await this.#finish(request, to, answer);
  }

  /** Sends an answer, new or replayed, unless a fault drops it on the way back. */
  async #finish(request: Request, to: Exchange, answer: Answer | Replay): Promise<void> {
    const lost = this.#parts.faults.take(request, 'after', ['reset', 'hang']);
    if (lost?.kind === 'reset') return breakOff(to);
    if (lost?.kind === 'hang') return hang(to);
    await this.#send(answer, to);
  }

  #call(request: Request): Answer {
    try {
      const { route, ids } = findRoute(this.#parts.routes, request);
      const expand = takeExpand(request.params);
      if (route.method === 'POST') checkExpand(route.answers ?? '', expand);
      const call: ApiCall = {
        world: this.#world,
        method: request.method,
        path: request.path,
        ids,
        params: request.params,
        scope: request.scope,
        shownKey: masked(this.#parts.secretKey),
        cause: { requestId: request.requestId, idempotencyKey: request.key },
      };
      const object = expandObject(this.#world, route.handle(call), expand);
      return { status: 200, body: JSON.stringify(object), stored: true };
    } catch (failure) {
      return failureAnswer(failure);
    }
  }

  async #send(answer: Answer | Replay, { response, headers, record }: Exchange): Promise<void> {
    record.status = answer.status;
    const replayed = 'requestId' in answer;
    record.replayed = replayed;
    sendJson(response, answer.status, answer.body, {
      ...headers,
      ...(replayed ? { 'idempotent-replayed': 'true', 'original-request': answer.requestId } : {}),
    });
  }

  #authenticate(incoming: IncomingMessage): void {
    const given = givenKey(incoming.headers.authorization);
    if (given === this.#parts.secretKey) return;
    const message =
      given === ''
        ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
        : given.includes('_live_')
          ? 'The local Stripe emulator refuses live keys.'
          : `Invalid API Key provided: ${masked(given)}`;
    throw new StripeFailure(401, { type: 'invalid_request_error', message }, false);
  }

  #scopeOf(account: string | null): string {
    if (account === null) return platformScope;
    if (this.#world.store.get('accounts', account) !== undefined) return account;
    throw accountInvalid(masked(this.#parts.secretKey), account);
  }
}

type Exchange = {
  response: ServerResponse;
  headers: Record<string, string>;
  record: RecordedCall;
};

function findRoute(routes: Route[], request: Request): { route: Route; ids: string[] } {
  for (const route of routes) {
    const ids = route.method === request.method ? pathIds(route.path, request.path) : undefined;
    if (ids !== undefined) return { route, ids };
  }
  throw notImplemented(`${request.method} ${request.path}`, undefined, 404);
}

function pathIds(pattern: string, path: string): string[] | undefined {
  const wanted = pattern.split('/');
  const steps = path.split('/');
  if (wanted.length !== steps.length) return undefined;
  const ids: string[] = [];
  for (const [index, step] of wanted.entries()) {
    const given = decodeURIComponent(steps[index] ?? '');
    if (step.startsWith(':')) ids.push(given);
    else if (step !== given) return undefined;
  }
  return ids;
}

function failureAnswer(failure: unknown): Answer {
  if (failure instanceof StripeFailure) {
    const { status, body, stored } = failure;
    return { status, body: JSON.stringify({ error: body }), stored };
  }
  // A bug of the emulator is shown, so that nobody takes it for Stripe's behaviour.
  console.error(failure);
  return {
    status: 500,
    body: JSON.stringify({
      error: {
        type: 'api_error',
        message: `The local Stripe emulator failed: ${failure instanceof Error ? failure.message : String(failure)}`,
      },
    }),
    stored: false,
  };
}

function serverError({ stored }: Fault): Answer {
  const message = 'An unknown error occurred (a fault set by a test).';
  const body = JSON.stringify({ error: { type: 'api_error', message } });
  return { status: 500, body, stored };
}

function tooManyRequests(): StripeFailure {
  return new StripeFailure(
    429,
    {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded (a fault set by a test).',
    },
    false,
  );
}

async function hang({ response }: Exchange): Promise<void> {
  if (!response.destroyed) await once(response, 'close');
}

function breakOff({ response }: Exchange): void {
  response.socket?.resetAndDestroy();
}

function parsedParams(text: string): { params: FormTree; error?: StripeFailure } {
  try {
    return { params: parseForm(text) };
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    const body = { type: 'invalid_request_error' as const, message: error.message };
    return { params: parseForm(''), error: new StripeFailure(400, body, false) };
  }
}

function givenKey(authorization: string | undefined): string {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme === 'Bearer') return value;
  if (scheme !== 'Basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
}

function header(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name];
  return typeof value === 'string' ? value : null;
}

function echoed(incoming: IncomingMessage, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = header(incoming, name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
