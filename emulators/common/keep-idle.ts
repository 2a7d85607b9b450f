import type { Server } from 'node:http';

/**
 * Lets clients decide when an idle connection ends, as Google's servers do for minutes. A server that
 * hangs up first may do so under a request that is just being sent, and on a busy machine it does.
 */
export function keepIdleConnections<S extends Pick<Server, 'keepAliveTimeout'>>(server: S): S {
  server.keepAliveTimeout = 0;
  return server;
}
