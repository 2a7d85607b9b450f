import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { host } from '@datchain/emulators-common/local-only.ts';
import type { Rest, RestOrder } from './rest.ts';

/** The process reads a body that it refuses for its size to the end, after its answer. */
const AGAIN_MILLIS = 20;

/**
 * Stands before the process of the functions as Cloud Run does: takes its connections, and takes the processor
 * away from it whenever no request is open (N-LCH-07).
 *
 * After each answer the process says how much of each connection it has read. If that is all that was sent, nothing
 * is on its way, and it is told to rest (rest.ts): it does nothing until the next bytes come in. Else it is asked again.
 *
 * @param port where requests come in
 * @param own where the process listens
 */
export async function openFront(child: ChildProcess, port: number, own: number): Promise<Server> {
  const pipe = child.stdio[4] as Writable;
  // The process may end while a byte is on its way to it.
  pipe.on('error', () => {});
  const sent = new Map<Socket, number>();
  let isResting = false;
  const wake = () => {
    if (!isResting) return;
    isResting = false;
    pipe.write('.');
  };
  child.on('message', (message: Rest) => {
    const hasAll = [...sent].every(
      ([socket, bytes]) =>
        (message.read?.[`${socket.localAddress}:${socket.localPort}`] ?? 0) === bytes,
    );
    if (!message.read || isResting) return;
    // The process may end meanwhile, which its launcher hears.
    const tell = (order: RestOrder) => child.connected && child.send(order, () => {});
    if (!hasAll) return void setTimeout(tell, AGAIN_MILLIS, 'say');
    isResting = true;
    tell('rest');
  });

  const server = createServer({ allowHalfOpen: true }, (client) => {
    // A function is told who has sent a request.
    const localAddress = client.remoteAddress ?? host;
    const socket = connect({ port: own, host, localAddress, allowHalfOpen: true });
    sent.set(socket, 0);
    client.on('data', (bytes) => {
      const before = sent.get(socket);
      if (before !== undefined) sent.set(socket, before + bytes.length);
      wake();
      if (!socket.write(bytes)) client.pause();
    });
    socket.on('drain', () => client.resume());
    // The process has closed it, and reads no more of it.
    socket.on('end', () => sent.delete(socket));
    client.on('end', () => socket.end());
    socket.pipe(client);
    // One end takes the other with it; why it ended, the other learns by that.
    for (const end of [client, socket]) end.on('error', () => {});
    client.on('close', () => socket.destroy());
    socket.on('close', () => {
      sent.delete(socket);
      client.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
