import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startGoogleFirestore } from '../../stack/google-firestore.ts';
import { freePorts } from '../../stack/ports.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Google's emulator, for all files of the run: each takes projects of its own. */
    googlePort: number;
    /** What random cases begin with: the same number brings them again. */
    firstSeed: number;
  }
}

/** Starts Google's emulator for a run of `*.google.test.ts`. @throws when this machine has none */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { firestore: port } = await freePorts();
  const rules = fileURLToPath(new URL('../../../rules/firestore.rules', import.meta.url));
  // It keeps much of what it was asked, for as long as it runs.
  const emulator = await startGoogleFirestore({
    port,
    projectId: 'demo-google',
    rules,
    heapMb: 3_072,
  });
  const firstSeed = Number(process.env.DATCHAIN_SEED ?? Math.floor(Math.random() * 1e6));
  console.log(`Random cases from DATCHAIN_SEED=${firstSeed} on.`);
  project.provide('googlePort', emulator.port);
  project.provide('firstSeed', firstSeed);
  return () => emulator.close();
}
