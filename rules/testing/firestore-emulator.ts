import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Emulator {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** An emulator that is running already, named by an environment variable like `127.0.0.1:8080`. */
export function runningEmulator(variable: string): Emulator | undefined {
  const address = process.env[variable];
  if (!address) return undefined;
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname, port: Number(port), stop: async () => {} };
}

/** Google's Firestore emulator: the one of the test stack, or one started for this run alone. */
export async function firestoreEmulator(): Promise<Emulator> {
  return runningEmulator('FIRESTORE_EMULATOR_HOST') ?? (await startFirestore());
}

async function startFirestore(): Promise<Emulator> {
  const host = '127.0.0.1';
  const port = await freePort();
  // In a process group of its own: gcloud does not pass a signal on to the java it starts.
  const gcloud = spawn(
    'gcloud',
    ['emulators', 'firestore', 'start', `--host-port=${host}:${port}`, '--quiet'],
    { detached: true, stdio: 'ignore' },
  );
  const failed = once(gcloud, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => {});
  const stop = async () => {
    if (gcloud.pid === undefined || gcloud.exitCode !== null || gcloud.signalCode !== null) return;
    const gone = once(gcloud, 'exit');
    process.kill(-gcloud.pid, 'SIGKILL');
    await gone;
  };
  try {
    await Promise.race([untilAnswering(`http://${host}:${port}/`), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, port, stop };
}

async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error(`The Firestore emulator does not answer at ${url}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
