import { existsSync } from 'node:fs';
import { startEmbeddedFirestore } from './embedded-firestore.ts';
import type { Firestore, FirestoreOptions } from './firestore-options.ts';
import { isGoogleExport, startGoogleFirestore } from './google-firestore.ts';

/** The project's own Firestore, or Google's emulator for comparison. */
export type FirestoreEngine = 'embedded' | 'google';

/**
 * Reads FIRESTORE_ENGINE; the default is the embedded engine.
 *
 * @throws for any other value
 */
export function firestoreEngine(env: NodeJS.ProcessEnv = process.env): FirestoreEngine {
  const { FIRESTORE_ENGINE: wanted = 'embedded' } = env;
  if (wanted === 'embedded' || wanted === 'google') return wanted;
  throw new Error(`FIRESTORE_ENGINE is "embedded" (as without it) or "google", not "${wanted}".`);
}

export const startFirestore = (options: FirestoreOptions): Promise<Firestore> =>
  firestoreEngine() === 'google' ? startGoogleFirestore(options) : startEmbeddedFirestore(options);

export function engineOfSaved(folder: string): FirestoreEngine | undefined {
  if (!existsSync(folder)) return undefined;
  return isGoogleExport(folder) ? 'google' : 'embedded';
}
