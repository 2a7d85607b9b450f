import { createServer } from 'node:net';
import { host } from './local-only.ts';

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

// Below the system's range for outgoing connections, so that nothing takes a chosen port first.
const lowestFree = 15_000;
const highestFree = 32_000;

export async function freePort(except: ReadonlySet<number> = new Set()): Promise<number> {
  for (;;) {
    const port = lowestFree + Math.floor(Math.random() * (highestFree - lowestFree));
    if (!except.has(port) && (await isPortFree(port))) return port;
  }
}
