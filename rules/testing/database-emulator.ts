import { startDatabase } from '@datchain/firebase-emulators/database/server.ts';
import { type Emulator, runningEmulator } from './firestore-emulator.ts';

export async function databaseEmulator(projectId: string): Promise<Emulator> {
  const running = runningEmulator('FIREBASE_DATABASE_EMULATOR_HOST');
  if (running) return running;
  const server = await startDatabase({ port: 0, projectId });
  return { host: '127.0.0.1', port: server.port, stop: () => server.close() };
}
