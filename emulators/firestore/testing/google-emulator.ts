import { fileURLToPath } from 'node:url';
import { findGoogleFirestore } from '../../stack/find-google-firestore.ts';
import { startGoogleFirestore } from '../../stack/google-firestore.ts';
import { freePorts } from '../../stack/ports.ts';

/** Google's emulator, beside which ours is held. */
export interface GoogleEmulator {
  readonly port: number;
  stop(): Promise<void>;
}

/** Whether this machine has Google's emulator; FIRESTORE_EMULATOR_HOST may name ours. */
export const hasGoogleEmulator: boolean = canFind();

function canFind(): boolean {
  const { FIRESTORE_EMULATOR_HOST: _ours, ...env } = process.env;
  try {
    return env.GOOGLE_FIRESTORE_PORT !== undefined || findGoogleFirestore({ env }) !== undefined;
  } catch {
    return false;
  }
}

/** Starts Google's emulator for the caller alone, or takes the one at GOOGLE_FIRESTORE_PORT. */
export async function startGoogleEmulator(projectId: string): Promise<GoogleEmulator> {
  const running = process.env.GOOGLE_FIRESTORE_PORT;
  if (running) return { port: Number(running), stop: async () => {} };
  const { firestore: port } = await freePorts();
  const rules = fileURLToPath(new URL('../../../rules/firestore.rules', import.meta.url));
  const emulator = await startGoogleFirestore({ port, projectId, rules, heapMb: 1_024 });
  return { port, stop: () => emulator.close() };
}
