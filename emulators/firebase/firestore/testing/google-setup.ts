import { fileURLToPath } from 'node:url';
import { freePort } from '@datchain/emulators-common/free-port.ts';
import type { TestProject } from 'vitest/node';
import { startGoogleFirestore } from '../../engines/google-firestore.ts';

declare module 'vitest' {
  interface ProvidedContext {
    googlePort: number;
  }
}

/** Starts Google's emulator for a run of `*.google.test.ts`. @throws when this machine lacks it */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort();
  const rules = fileURLToPath(new URL('./admins-only.rules', import.meta.url));
  // The emulator keeps much of its data in memory until it ends.
  const emulator = await startGoogleFirestore({
    port,
    projectId: 'demo-google',
    rules,
    heapMb: 3_072,
  });
  project.provide('googlePort', emulator.port);
  return () => emulator.close();
}
