import { createServer } from 'node:net';
import { host } from './local-only.ts';

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

/** Returns a free port that is not in `except`. */
export async function freePort(except: ReadonlySet<number> = new Set()): Promise<number> {
  for (;;) {
    const port = lowestFree + Math.floor(Math.random() * (highestFree - lowestFree));
    if (!except.has(port) && (await isPortFree(port))) return port;
  }
}
