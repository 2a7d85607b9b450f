import express, { type Express, type Request, type Response } from 'express';
import { hostingAddress, hostingHeader } from './environment.ts';
import type { Exported } from './functions-exports.ts';
import type { Gate } from './gate.ts';

const MAX_BODY_SIZE = '10mb';
const PAUSE_TIMEOUT_MILLIS = 5_000;

export type FunctionsApp = {
  projectId: string;
  handlers: Exported[];
  gate: Gate;
  setClockOffset(offsetMillis: number): void;
  hasFrontEnd?: boolean;
};

export function createFunctionsApp(options: FunctionsApp) {
  const { projectId, handlers, gate, setClockOffset, hasFrontEnd } = options;
  const app = express();
  app.disable('x-powered-by');
  if (hasFrontEnd) app.use(asFrontEnd);
  attachLocalKnobs(app, { handlers, gate, setClockOffset });

  const parsed = { limit: MAX_BODY_SIZE, verify: keepRawBody };
  app.use(express.json({ ...parsed, type: ['application/json', 'application/*+json'] }));
  app.use(express.urlencoded({ ...parsed, extended: true }));
  app.use(express.text({ ...parsed, type: 'text/*' }));
  app.use(express.raw({ ...parsed, type: '*/*' }));
  for (const { name, region, handler } of handlers) {
    if (handler.__endpoint.scheduleTrigger) continue;
    const prefix = `/${projectId}/${region}/${name}`;
    app.all(`${prefix}{/*rest}`, (request, response, next) => {
      // A function sees the path after its own address, as Hosting passes it on.
      request.url = request.url.slice(prefix.length).replace(/^(?!\/)/, '/');
      gate
        .pass(async () => {
          // A client that hung up while waiting at the gate is not served.
          if (response.destroyed) return;
          const answered = untilAnswered(response);
          await Promise.race([answered, refusal(handler(request, response, next))]);
        })
        .catch(next);
    });
  }
  app.use((request, response) => {
    response.status(404).json({ error: { status: 'NOT_FOUND', message: `No ${request.path}.` } });
  });
  return app;
}

/**
 * Appends the peer's address to X-Forwarded-For and keeps what was sent before it, like Google's
 * front end. Requests of Hosting come from an address of Google's there.
 */
function asFrontEnd({ headers, socket }: Request, _response: Response, next: () => void): void {
  const isHosting = headers[hostingHeader.name] === hostingHeader.value;
  delete headers[hostingHeader.name];
  const peer = isHosting ? hostingAddress : (socket.remoteAddress ?? '');
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], peer].filter(Boolean).join(', ');
  next();
}

/**
 * Resolves when the function has given its whole answer or the caller is gone. It does not wait
 * until a slow caller has read the answer.
 */
const untilAnswered = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    response.once('prefinish', () => resolve());
    response.once('close', () => resolve());
  });

/** Never resolves, but rejects when the function does. */
const refusal = (handling: unknown): Promise<never> =>
  new Promise((_resolve, reject) => {
    Promise.resolve(handling).catch(reject);
  });

/** Keeps the raw bytes, because signatures of webhooks are made over them. */
function keepRawBody(request: unknown, _response: unknown, body: Buffer): void {
  (request as { rawBody: Buffer }).rawBody = body;
}

function attachLocalKnobs(
  app: Express,
  { handlers, gate, setClockOffset }: Omit<FunctionsApp, 'projectId'>,
): void {
  const local = express.Router();
  local.use(refuseWebPages);
  local.get('/health', (_request, response) => {
    response.json({ functions: handlers.map(({ name }) => name), passed: gate.passed });
  });
  local.post('/clock', express.json(), (request, response) => {
    const offsetMillis: unknown = request.body?.offsetMillis;
    if (typeof offsetMillis !== 'number' || !Number.isFinite(offsetMillis)) {
      response.status(400).json({ error: 'Send {"offsetMillis": number}.' });
      return;
    }
    setClockOffset(offsetMillis);
    response.json({ offsetMillis });
  });
  local.post('/pause', async (_request, response) => {
    response.json({ quiet: await gate.close(PAUSE_TIMEOUT_MILLIS) });
  });
  local.post('/resume', (_request, response) => {
    gate.open();
    response.json({});
  });
  local.post('/run/:name', async (request, response) => {
    const scheduled = handlers.find(({ name }) => name === request.params.name);
    if (!scheduled?.handler.__endpoint.scheduleTrigger) {
      response.status(404).json({ error: `No scheduled function ${request.params.name}.` });
      return;
    }
    await runScheduled(scheduled, gate);
    response.json({});
  });
  app.use('/__local', local);
}

export function runScheduled({ name, handler }: Exported, gate: Gate): Promise<unknown> {
  return gate.pass(async () =>
    handler.run?.({ jobName: name, scheduleTime: new Date().toISOString() }),
  );
}

/** Refuses web pages, which must not control the stack of their machine. */
function refuseWebPages(request: Request, response: Response, next: () => void): void {
  if (request.headers.origin) response.status(403).json({ error: 'Not for web pages.' });
  else next();
}
