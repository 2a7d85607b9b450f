import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly port: number;
  cutAfter(bytes: number): void;
  readonly passed: number;
  readonly cuts: number;
  close(): Promise<void>;
}

export async function startCuttingProxy(to: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let bytesLeft = Number.POSITIVE_INFINITY;
  let cuts = 0;
  let passed = 0;
  const cut = () => {
    bytesLeft = Number.POSITIVE_INFINITY;
    cuts += 1;
    for (const socket of open) socket.resetAndDestroy();
  };
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1');
    for (const socket of [client, target]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    client.on('data', (chunk) => {
      target.write(chunk);
      passed += chunk.length;
      bytesLeft -= chunk.length;
      if (bytesLeft <= 0) cut();
    });
    target.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: (bytes) => {
      bytesLeft = bytes;
    },
    get passed() {
      return passed;
    },
    get cuts() {
      return cuts;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
