import { demoProjectId, environmentOf } from '@datchain/emulators/stack/environment.ts';
import { startFirestore } from '@datchain/emulators/stack/firestore.ts';
import { freePorts } from '@datchain/emulators/stack/ports.ts';
import { inRepository } from '../lib/root.ts';

/** Runs something beside an empty Firestore emulator of its own, with the environment to reach it. */
export async function withFirestore<T>(
  run: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const ports = await freePorts();
  const firestore = await startFirestore({
    port: ports.firestore,
    projectId: demoProjectId,
    rules: inRepository('rules/firestore.rules'),
  });
  const env = environmentOf(demoProjectId, ports);
  Object.assign(process.env, env);
  try {
    return await run(env);
  } finally {
    await firestore.close();
  }
}
