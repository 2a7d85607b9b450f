import { fileURLToPath } from 'node:url';
import { startFirestore } from '@datchain/firebase-emulators/engines/firestore.ts';
import { freePorts } from '@datchain/stack/ports.ts';

export interface Emulator {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Returns a running emulator, named by an environment variable like `127.0.0.1:8080`. */
export function runningEmulator(variable: string): Emulator | undefined {
  const address = process.env[variable];
  if (!address) return undefined;
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname, port: Number(port), stop: async () => {} };
}

export async function firestoreEmulator(projectId: string): Promise<Emulator> {
  return runningEmulator('FIRESTORE_EMULATOR_HOST') ?? (await ownFirestoreEmulator(projectId));
}

/**
 * Starts Google's Firestore emulator for the caller only. Its coverage report of the rules takes
 * several hundred MB, too much for one that holds data of other tests.
 */
export async function ownFirestoreEmulator(projectId: string): Promise<Emulator> {
  const { firestore: port } = await freePorts();
  const rules = fileURLToPath(new URL('../firestore.rules', import.meta.url));
  const emulator = await startFirestore({ port, projectId, rules, heapMb: 1_024 });
  return { host: '127.0.0.1', port, stop: () => emulator.close() };
}
