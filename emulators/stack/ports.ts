import { createServer } from 'node:net';
import { host } from '../local-only.ts';

/** Every service of the stack that listens on a port. */
export const services = [
  'hosting',
  'functions',
  'firestore',
  'database',
  'auth',
  'storage',
  'stripe',
  'appCheck',
  'mail',
] as const;

export type Service = (typeof services)[number];
export type Ports = Record<Service, number>;

/** The ports of `npm start`; firebase.json names the same ones for Firebase's own tools. */
export const fixedPorts: Ports = {
  hosting: 5000,
  functions: 5001,
  firestore: 8080,
  database: 9000,
  auth: 9099,
  storage: 9199,
  stripe: 12111,
  appCheck: 12112,
  mail: 12113,
};

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

/** One free port for each service. */
export async function freePorts(): Promise<Ports> {
  const chosen = new Set<number>();
  while (chosen.size < services.length) {
    const port = lowestFree + Math.floor(Math.random() * (highestFree - lowestFree));
    if (!chosen.has(port) && (await isPortFree(port))) chosen.add(port);
  }
  const list = [...chosen];
  return Object.fromEntries(services.map((service, at) => [service, list[at]])) as Ports;
}
