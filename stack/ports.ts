import { freePort } from '@datchain/emulators-common/free-port.ts';

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

export async function freePorts(): Promise<Ports> {
  const chosen = new Set<number>();
  while (chosen.size < services.length) chosen.add(await freePort(chosen));
  const list = [...chosen];
  return Object.fromEntries(services.map((service, at) => [service, list[at]])) as Ports;
}
