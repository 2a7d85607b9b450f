import { readSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The message of the functions to their launcher after an answer: bytes read, by the sender's
 * address and port.
 */
export interface Rest {
  readonly read?: Readonly<Record<string, number>>;
}

export type RestOrder = 'rest' | 'say';

const PIPE_FD = 4;

/**
 * Blocks on the launcher's order until it writes a byte, as if the process had no processor, and
 * exits when the launcher is gone. The launcher writes one byte per order.
 */
export function restWhenIdle(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let open = 0;
  const say = () => {
    if (open > 0) return;
    const read = [...sockets].map(({ remoteAddress, remotePort, bytesRead }) => [
      `${remoteAddress}:${remotePort}`,
      bytesRead,
    ]);
    process.send?.({ read: Object.fromEntries(read) } satisfies Rest);
  };
  server.on('request', (_request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
      say();
    });
  });
  process.on('message', (order: RestOrder) => {
    if (order === 'say') say();
    else if (readSync(PIPE_FD, Buffer.alloc(1)) === 0) process.exit(0);
  });
}
