import type { IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import { emailSchema, type Inbox } from './inbox.ts';
import { framedMail, inboxPage, mailPage } from './pages.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  /** An object is sent as JSON, a text as a page. */
  readonly body: object | string;
}

const faultSchema = v.strictObject({
  /** The status of the next answers; it replaces earlier faults. */
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)), 1),
  isTaken: v.optional(v.boolean(), false),
});

type Fault = Pick<v.InferOutput<typeof faultSchema>, 'status' | 'isTaken'>;

const no = (status: number, name: string, message: string): Answer => ({
  status,
  body: { statusCode: status, name, message },
});

export class Answers {
  readonly #inbox: Inbox;
  readonly #apiKey: string;
  readonly #now: () => number;
  #faults: Fault[] = [];

  constructor(inbox: Inbox, apiKey: string, now: () => number) {
    this.#inbox = inbox;
    this.#apiKey = apiKey;
    this.#now = now;
  }

  to(asked: Asked): Answer {
    const { method, path, body } = asked;
    if (method === 'GET' && path === '/domains') return this.#domains(asked);
    if (method === 'GET') return this.#show(path);
    if (method === 'POST' && path === '/emails') return this.#take(asked);
    if (method === 'POST' && path === '/faults') return this.#plan(JSON.parse(body));
    return no(404, 'not_found', 'Not simulated.');
  }

  /** Answers like Resend for a key that may only send. */
  #domains({ headers }: Asked): Answer {
    return headers.authorization === `Bearer ${this.#apiKey}`
      ? no(401, 'restricted_api_key', 'This API key is restricted to only send emails.')
      : no(400, 'validation_error', 'API key is invalid');
  }

  #plan(wanted: unknown): Answer {
    const { times, ...fault } = v.parse(faultSchema, wanted);
    this.#faults = Array.from({ length: times }, () => fault);
    return { status: 200, body: {} };
  }

  #show(path: string): Answer {
    if (path === '/') return { status: 200, body: inboxPage(this.#inbox.all) };
    if (path === '/mails') return { status: 200, body: [...this.#inbox.all] };
    const [, id = '', form] = /^\/mails\/([\w-]+)(\/html)?$/.exec(path) ?? [];
    const kept = this.#inbox.find(id);
    if (!kept) return no(404, 'not_found', 'No such page.');
    return { status: 200, body: form ? framedMail(kept) : mailPage(kept) };
  }

  #take({ headers, body }: Asked): Answer {
    if (headers.authorization !== `Bearer ${this.#apiKey}`) {
      return no(401, 'invalid_api_key', 'The key is not the one of this emulator.');
    }
    const key = headers['idempotency-key'];
    if (typeof key !== 'string' || key.length === 0 || key.length > 256) {
      return no(400, 'invalid_idempotency_key', 'The key must have 1 to 256 characters.');
    }
    const parsed = v.safeParse(emailSchema, JSON.parse(body));
    if (!parsed.success) {
      const problems = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
      return no(422, 'validation_error', problems.join('; '));
    }
    const [fault, ...later] = this.#faults;
    this.#faults = later;
    const broken = fault && no(fault.status, 'application_error', 'As asked.');
    if (broken && !fault.isTaken) return broken;
    const taken = this.#inbox.take(parsed.output, key, this.#now());
    if (taken === 'key of another') {
      return no(409, 'invalid_idempotent_request', 'This key was used for another e-mail.');
    }
    return broken ?? { status: 200, body: taken };
  }
}
