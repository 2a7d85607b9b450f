import { host } from '@datchain/emulators-common/local-only.ts';
import type { FirestoreOptions } from './firestore-options.ts';

/**
 * Deletes every document of a project, through the endpoint that Google's emulator and ours share.
 */
export async function clearDocuments({
  port,
  projectId,
}: Pick<FirestoreOptions, 'port' | 'projectId'>): Promise<void> {
  const database = `http://${host}:${port}/emulator/v1/projects/${projectId}/databases/(default)`;
  const response = await fetch(`${database}/documents`, { method: 'DELETE' });
  if (!response.ok) throw new Error(`Firestore could not be emptied: ${await response.text()}`);
}
