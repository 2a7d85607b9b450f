import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalid } from '../../contract.ts';
import type { Backend } from '../backend.ts';
import { notFound, readText } from '../http.ts';
import { methods } from '../messages/shapes.ts';
import { readForm, readHeaders } from './form.ts';
import { frame } from './outbox.ts';
import { Session } from './session.ts';

const TICK_MILLIS = 250;

export class Sessions {
  readonly #backend: Backend;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #timer: NodeJS.Timeout;

  /** @param now milliseconds, to measure timeouts */
  constructor(backend: Backend, now: () => number = () => performance.now()) {
    this.#backend = backend;
    this.#now = now;
    this.#timer = setInterval(() => this.tick(), TICK_MILLIS).unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  tick(): void {
    for (const session of this.#sessions.values()) session.tick();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions.values()) session.end();
  }

  /** Answers a request below `/google.firestore.v1.Firestore/{Listen,Write}/channel`. */
  async answer(
    method: 'Listen' | 'Write',
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    response.setHeader(
      'access-control-expose-headers',
      'x-client-wire-protocol, x-http-session-id, x-http-initial-response',
    );
    const parameters = url.searchParams;
    const id = parameters.get('SID');
    if (id === null && request.method === 'POST') {
      return this.#open(method, request, response, parameters);
    }
    const session = this.#sessions.get(id ?? '');
    if (!session) {
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.end('Unknown SID');
      return;
    }
    if (parameters.get('TYPE') === 'terminate') {
      session.end();
      return answerText(response, '');
    }
    const lastSeen = readLastSeen(parameters);
    if (request.method === 'GET') {
      startStream(response);
      session.attach(response, lastSeen, parameters.get('CI') === '1');
      return;
    }
    if (request.method !== 'POST') return notFound(response);
    const form = readForm(await readText(request));
    session.confirm(lastSeen);
    session.receive(form);
    answerText(response, frame(JSON.stringify(session.state)));
  }

  async #open(
    name: 'Listen' | 'Write',
    request: IncomingMessage,
    response: ServerResponse,
    parameters: URLSearchParams,
  ): Promise<void> {
    const method = methods.get(name);
    if (!method) throw new Error(`There is no call ${name}`);
    const form = readForm(await readText(request));
    const overwritten = readHeaders(parameters.get('$httpHeaders') ?? '');
    const authorization =
      form.headers.get('authorization') ??
      overwritten.get('authorization') ??
      request.headers.authorization;
    const session = new Session({
      backend: this.#backend,
      method,
      authorization,
      now: this.#now,
      onOver: ({ id }) => this.#sessions.delete(id),
    });
    this.#sessions.set(session.id, session);
    answerText(response, session.greeting);
    session.receive(form);
  }
}

/** Reads the last array that a client has; -1 for none. @throws Refusal INVALID_ARGUMENT */
function readLastSeen(parameters: URLSearchParams): number {
  const text = parameters.get('AID') ?? '-1';
  if (!/^(-1|\d{1,15})$/.test(text)) throw invalid(`AID is not usable: ${text}`);
  return Number(text);
}

function answerText(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

/** Starts a response that no proxy or browser may buffer. */
function startStream(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'private, max-age=0',
    'x-content-type-options': 'nosniff',
  });
  response.flushHeaders();
}
