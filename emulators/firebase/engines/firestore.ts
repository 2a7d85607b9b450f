import { existsSync } from 'node:fs';
import { startEmbeddedFirestore } from './embedded-firestore.ts';
import type { Firestore, FirestoreOptions } from './firestore-options.ts';
import { isGoogleExport, startGoogleFirestore } from './google-firestore.ts';

/** The project's own Firestore, or Google's emulator, to compare with. */
export type FirestoreEngine = 'embedded' | 'google';

/**
 * The embedded one; Google's emulator only where FIRESTORE_ENGINE=google asks for it.
 *
 * @throws when FIRESTORE_ENGINE names neither
 */
export function firestoreEngine(env: NodeJS.ProcessEnv = process.env): FirestoreEngine {
  const { FIRESTORE_ENGINE: wanted = 'embedded' } = env;
  if (wanted === 'embedded' || wanted === 'google') return wanted;
  throw new Error(`FIRESTORE_ENGINE is "embedded" (as without it) or "google", not "${wanted}".`);
}

/** Starts the Firestore that FIRESTORE_ENGINE names, and returns when it answers. */
export const startFirestore = (options: FirestoreOptions): Promise<Firestore> =>
  firestoreEngine() === 'google' ? startGoogleFirestore(options) : startEmbeddedFirestore(options);

/** Which one wrote a saved folder; undefined when there is none. */
export function engineOfSaved(folder: string): FirestoreEngine | undefined {
  if (!existsSync(folder)) return undefined;
  return isGoogleExport(folder) ? 'google' : 'embedded';
}
