import { readSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What the process of the functions says to its launcher after an answer: bytes read, by the port of who sent them. */
export interface Rest {
  readonly read?: Readonly<Record<number, number>>;
}

/** The pipe from the launcher. */
const PIPE = 4;

/**
 * Rests when the launcher says so: stands still, as without a processor, until the launcher writes a byte, and ends
 * when the launcher is gone. It says so to each byte once.
 */
export function restWhenIdle(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let open = 0;
  server.on('request', (_request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
      if (open > 0) return;
      const read = [...sockets].map(({ remotePort, bytesRead }) => [remotePort ?? 0, bytesRead]);
      process.send?.({ read: Object.fromEntries(read) } satisfies Rest);
    });
  });
  process.on('message', (message: { rest?: true }) => {
    if (message.rest && readSync(PIPE, Buffer.alloc(1)) === 0) process.exit(0);
  });
}
