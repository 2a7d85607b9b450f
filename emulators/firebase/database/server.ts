import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { WebSocketServer } from 'ws';
import { InvalidToken, identify } from '../identity.ts';
import { Databases, requireDemo } from './databases.ts';
import { allowAnyPage, answerError, answerJson, answerPreflight } from './http/answer.ts';
import { answerLongPoll } from './http/long-poll.ts';
import { namespaceName, parseRestCall, readText } from './http/request.ts';
import { answerRest } from './http/rest.ts';
import { redirectStream, Stream, wantsStream } from './http/stream.ts';
import { PermissionDenied } from './refusal.ts';
import { Rules } from './rules/evaluate.ts';
import { MAX_MESSAGE_LENGTH } from './wire/frames.ts';
import { Session } from './wire/session.ts';

export interface DatabaseOptions {
  readonly port: number;
  readonly projectId: string;
  /** Text of database.rules.json, for every namespace; without it only admins have access. */
  readonly rules?: string;
  readonly restoreFrom?: string | undefined;
  /** The clock of the stack, in milliseconds. */
  readonly now?: () => number;
  /**
   * The clock of the token issuer, which decides when tokens expire; by default that of the stack.
   */
  readonly tokenNow?: () => number;
}

export interface DatabaseServer {
  readonly port: number;
  readonly url: string;
  save(dir: string): Promise<void>;
  /**
   * Replaces the rules of every namespace.
   * @throws InvalidRules before any change
   */
  setRules(text: string): void;
  close(): Promise<void>;
}

const EXPIRY_CHECK_MILLIS = 1_000;

/**
 * Starts the local emulator of the Firebase Realtime Database.
 * @throws when the project id does not start with `demo-`, the rules are wrong or the snapshot
 * cannot be read
 */
export async function startDatabase(options: DatabaseOptions): Promise<DatabaseServer> {
  const { port, projectId, rules, restoreFrom, now = Date.now } = options;
  const { tokenNow = now } = options;
  requireDemo(projectId, 'project id');
  const databases = new Databases({ projectId, rules, restoreFrom, now, tokenNow });
  const clients = new Set<Session | Stream>();
  const server = createServer((request, response) => {
    allowAnyPage(response);
    answer(request, response, databases, clients).catch((error) => {
      if (response.headersSent) response.destroy();
      else answerError(response, error);
    });
  });
  keepIdleConnections(server);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_LENGTH });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = urlOf(request);
    const name = namespaceName(url, projectId);
    try {
      if (url.pathname !== '/.ws') throw new Error('Sockets open at /.ws');
      if (url.searchParams.get('v') !== '5') throw new Error('Only protocol version 5 is spoken');
      requireDemo(name, 'namespace');
    } catch (error) {
      const message = JSON.stringify({ error: String(error) });
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const session = new Session(client, databases, name, url.host);
      clients.add(session);
      client.on('close', () => clients.delete(session));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const expiry = setInterval(() => {
    for (const client of clients) client.checkExpiry(tokenNow());
  }, EXPIRY_CHECK_MILLIS);
  const address = server.address() as AddressInfo;

  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    save: async (dir) => databases.save(dir),
    setRules: (text) => {
      databases.setRules(text);
      for (const client of clients) client.checkListens();
    },
    close: async () => {
      clearInterval(expiry);
      for (const client of clients) client.end();
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  databases: Databases,
  clients: Set<Session | Stream>,
): Promise<void> {
  const url = urlOf(request);
  if (request.method === 'OPTIONS') return answerPreflight(request, response);
  if (url.pathname === '/.lp') return answerLongPoll(url, response);
  if (url.pathname === '/.settings/rules.json') {
    return answerRules(request, response, databases, url, clients);
  }
  if (!url.pathname.endsWith('.json')) {
    const error = 'Addresses of data end in .json; this is the local Realtime Database';
    return answerJson(response, 404, JSON.stringify({ error }));
  }
  const call = parseRestCall(request, url, databases);
  if (!wantsStream(call)) return answerRest(call, response);
  if (redirectStream(call, response)) return;
  const stream = new Stream(call, response);
  clients.add(stream);
  response.on('close', () => {
    stream.end();
    clients.delete(stream);
  });
}

/** Answers `PUT /.settings/rules.json` by the owner: new rules for one namespace. */
async function answerRules(
  request: IncomingMessage,
  response: ServerResponse,
  databases: Databases,
  url: URL,
  clients: Set<Session | Stream>,
): Promise<void> {
  const name = namespaceName(url, databases.projectId);
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new InvalidToken('Rules are changed with Authorization: Bearer owner');
  if (!identify(token, databases.projectOf(name), databases.tokenNow()).isAdmin) {
    throw new PermissionDenied();
  }
  if (request.method !== 'PUT') {
    const error = 'Only PUT of rules is implemented by the local Realtime Database';
    return answerJson(response, 501, JSON.stringify({ error }));
  }
  const rules = new Rules(await readText(request));
  databases.get(name).rules = rules;
  for (const client of clients) client.checkListens();
  answerJson(response, 200, '{"status":"ok"}');
}

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
}
