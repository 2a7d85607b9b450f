import type { Server } from 'node:http';

/**
 * Leaves closing idle connections to the client; Google's servers keep them open for minutes.
 * A server that closes first may do so while a request is being sent, and on a busy machine it
 * does.
 */
export function keepIdleConnections<S extends Pick<Server, 'keepAliveTimeout'>>(server: S): S {
  server.keepAliveTimeout = 0;
  return server;
}
