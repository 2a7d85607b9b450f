import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody, sendJson } from '@datchain/emulators-common/http.ts';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { host, requireDemoProject } from '@datchain/emulators-common/local-only.ts';
import { type Answer, Answers } from './answers.ts';
import { Inbox } from './inbox.ts';

export type MailServer = {
  port: number;
  save(file: string): void;
  close(): Promise<void>;
};

export type MailOptions = {
  port: number;
  /** Must start with `demo-`. */
  projectId: string;
  apiKey: string;
  now: () => number;
  restoreFrom?: string | undefined;
};

/** Scripts and external content are blocked in an e-mail; our page may show it in a frame. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'";

function send(response: ServerResponse, { status, body }: Answer): void {
  if (typeof body !== 'string') {
    sendJson(response, status, JSON.stringify(body));
    return;
  }
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  });
  response.end(body);
}

/**
 * Starts the emulator of the e-mail provider (Resend's API) on 127.0.0.1. It accepts e-mail at
 * POST /emails, a repeated `Idempotency-Key` only once, and delivers nothing. It shows everything
 * at `/`, and as JSON at `/mails`. POST /faults makes the next answers fail.
 *
 * @throws for a project that is not a `demo-` one, and for a port in use
 */
export async function startMail(options: MailOptions): Promise<MailServer> {
  requireDemoProject(options.projectId);
  const inbox = new Inbox(options.restoreFrom);
  const answers = new Answers(inbox, options.apiKey, options.now);
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { method = '', headers } = request;
    const path = new URL(request.url ?? '/', `http://${host}`).pathname;
    return answers.to({ method, path, headers, body: await readBody(request) });
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (found) => send(response, found),
      ({ message }: Error) => send(response, { status: 400, body: { message } }),
    );
  });
  keepIdleConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    save: (file) => inbox.save(file),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
