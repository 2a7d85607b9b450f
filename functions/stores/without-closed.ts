import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * Returns the users whose account is not being closed. Erasing begins minutes after an account is closed. So a
 * write right after this check is erased with it, or belongs to somebody who stays (N-PPL-03).
 */
export async function withoutClosed(
  store: Pick<DocumentStore, 'read'>,
  uids: readonly string[],
): Promise<string[]> {
  const closures = await store.read(uids.map(docs.closure));
  return uids.filter((uid) => !closures.has(docs.closure(uid)));
}
