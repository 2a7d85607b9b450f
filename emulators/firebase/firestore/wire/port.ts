import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { type AddressInfo, createServer as createNet, type Socket } from 'node:net';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { codes, Refusal } from '../contract.ts';
import type { Backend } from './backend.ts';
import { answerEmulatorCall } from './emulator-calls.ts';
import { answerGrpc } from './grpc/call.ts';
import { allowPage, answerError, answerPreflight, notFound } from './http.ts';
import { answerRest } from './rest/answer.ts';
import { Sessions } from './webchannel/sessions.ts';

export interface Port {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * The flow-control windows for clients, per call and per connection; Node's default for a
 * connection is 64 KiB. A longer commit would stall halfway until its client's next turn, and lose
 * to another one meanwhile.
 */
const STREAM_WINDOW_BYTES = 1024 * 1024;
const SESSION_WINDOW_BYTES = 16 * 1024 * 1024;

/**
 * Opens a port for gRPC, WebChannel and REST. @throws when it is in use
 * @param port 0 picks a free one
 */
export async function openPort(backend: Backend, port: number): Promise<Port> {
  const sessions = new Sessions(backend);
  const http = keepIdleConnections(
    createHttp((request, response) => {
      answerHttp(backend, sessions, request, response).catch((error) => {
        if (response.headersSent) response.destroy();
        else answerError(response, error);
      });
    }),
  );
  const http2 = createHttp2({
    // In MB: many listeners share the connection of one client.
    maxSessionMemory: 1_024,
    // Clients may cancel listens at any rate.
    streamResetBurst: 100_000,
    streamResetRate: 10_000,
    settings: { initialWindowSize: STREAM_WINDOW_BYTES },
  });
  http2.on('session', (session) => session.setLocalWindowSize(SESSION_WINDOW_BYTES));
  http2.on('stream', (stream, headers) => answerGrpc(backend, stream, headers));
  // A client that hangs up is no error.
  http2.on('sessionError', () => {});
  const sockets = new Set<Socket>();
  const server = createNet((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
    sortByProtocol(socket, (isHttp2) => {
      (isHttp2 ? http2 : http).emit('connection', socket);
      // HTTP/2 reads the unshifted bytes on its own; HTTP/1.1 waits until the socket flows again.
      if (!isHttp2) process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://${HOST}:${address.port}`,
    close: async () => {
      sessions.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The first bytes of HTTP/2; no method of HTTP/1.1 begins with them. */
const MARK = Buffer.from('PRI');

/** Reads enough bytes to tell the protocol, and puts them back unread. */
function sortByProtocol(socket: Socket, onKnown: (isHttp2: boolean) => void): void {
  let seen = Buffer.alloc(0);
  const onData = (piece: Buffer) => {
    seen = Buffer.concat([seen, piece]);
    const isHttp2 = seen.subarray(0, MARK.length).equals(MARK.subarray(0, seen.length));
    if (isHttp2 && seen.length < MARK.length) return;
    socket.off('data', onData);
    socket.pause();
    socket.unshift(seen);
    onKnown(isHttp2);
  };
  socket.on('data', onData);
}

async function answerHttp(
  backend: Backend,
  sessions: Sessions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = urlOf(request);
  allowPage(request, response);
  if (request.method === 'OPTIONS') return answerPreflight(request, response);
  const channel = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/.exec(
    url.pathname,
  );
  if (channel) {
    const method = channel[1] === 'Listen' ? 'Listen' : 'Write';
    return sessions.answer(method, request, response, url);
  }
  if (url.pathname.startsWith('/v1/')) return answerRest(backend, request, response, url);
  if (url.pathname.startsWith('/emulator/v1/')) {
    return answerEmulatorCall(backend, request, response, url);
  }
  if (url.pathname !== '/') return notFound(response);
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.end('Ok\n');
}

/** Reads the URL; refuses foreign host names that point at this machine. */
function urlOf(request: IncomingMessage): URL {
  const host = request.headers.host ?? HOST;
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) {
    const message = `The local Firestore answers at ${HOST} only, not at ${host}`;
    throw new Refusal(codes.PERMISSION_DENIED, message);
  }
  return new URL(request.url ?? '/', `http://${HOST}`);
}
