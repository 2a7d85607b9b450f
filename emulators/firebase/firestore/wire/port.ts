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
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Ends every connection. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * What a client may send before it hears that it was read: of one call, and of all calls of one
 * connection. Node leaves the second at 64 KiB. A commit is longer, would wait in the middle until
 * its client's turn comes again, and lose meanwhile to another one.
 */
const STREAM_WINDOW_BYTES = 1024 * 1024;
const SESSION_WINDOW_BYTES = 16 * 1024 * 1024;

/**
 * Opens one port for gRPC, WebChannel and REST. Throws when it is taken.
 * @param port 0 takes any free one
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
    // Clients cancel listens as they like.
    streamResetBurst: 100_000,
    streamResetRate: 10_000,
    settings: { initialWindowSize: STREAM_WINDOW_BYTES },
  });
  http2.on('session', (session) => session.setLocalWindowSize(SESSION_WINDOW_BYTES));
  http2.on('stream', (stream, headers) => answerGrpc(backend, stream, headers));
  // A client that hangs up is not news.
  http2.on('sessionError', () => {});
  const sockets = new Set<Socket>();
  const server = createNet((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
    sortByProtocol(socket, (isHttp2) => {
      (isHttp2 ? http2 : http).emit('connection', socket);
      // HTTP/2 reads what was given back by itself; HTTP/1.1 waits until the socket flows again.
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

/** The first bytes of HTTP/2 are `PRI`; no method of HTTP/1.1 begins so. */
const MARK = Buffer.from('PRI');

/** Reads as much as tells the protocol, and gives it back unread. */
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

/** A name that someone else points at this machine is no way in. */
function urlOf(request: IncomingMessage): URL {
  const host = request.headers.host ?? HOST;
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) {
    const message = `The local Firestore answers at ${HOST} only, not at ${host}`;
    throw new Refusal(codes.PERMISSION_DENIED, message);
  }
  return new URL(request.url ?? '/', `http://${HOST}`);
}
