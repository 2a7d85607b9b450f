import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { host } from '@datchain/emulators-common/local-only.ts';
import type { Rest, RestOrder } from './rest.ts';

/** The wait before asking again: a process that refuses a body for its size answers before it has read it. */
const RETRY_MILLIS = 20;

/**
 * Stands in front of the functions' process like Cloud Run: accepts its connections, and pauses the
 * process whenever no request is open (N-LCH-07). After each answer the process reports the bytes
 * it has read per connection. If these are all the bytes sent, nothing is in transit and the
 * process is told to rest (rest.ts) until the next bytes arrive. Otherwise it is asked again.
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
    // The process may end meanwhile; its launcher notices that.
    const tell = (order: RestOrder) => child.connected && child.send(order, () => {});
    if (!hasAll) return void setTimeout(tell, RETRY_MILLIS, 'say');
    isResting = true;
    tell('rest');
  });

  const server = createServer({ allowHalfOpen: true }, (client) => {
    // The socket keeps the client's address, which functions read.
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
    // The process has closed the connection and reads no more bytes from it.
    socket.on('end', () => sent.delete(socket));
    client.on('end', () => socket.end());
    socket.pipe(client);
    // Closing one end closes the other, so errors need no handling here.
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
