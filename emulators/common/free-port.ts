import { createServer } from 'node:net';
import { host } from './local-only.ts';

/** Whether nothing listens on the port of this machine's loopback address. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

// Below the range from which the system draws ports for outgoing connections, so that nothing
// takes a chosen port between this choice and the moment a service listens on it.
const lowestFree = 15_000;
const highestFree = 32_000;

/** A free port that is none of these. */
export async function freePort(except: ReadonlySet<number> = new Set()): Promise<number> {
  for (;;) {
    const port = lowestFree + Math.floor(Math.random() * (highestFree - lowestFree));
    if (!except.has(port) && (await isPortFree(port))) return port;
  }
}
