import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { FieldValue } from '@google-cloud/firestore';
import type { Data } from './document-store.ts';

export const copiedCollections = [
  docs.assetsSummaries,
  docs.analyticsSummaries,
  docs.datHistories,
  docs.bookDays,
  docs.publicProfiles,
  docs.publicLogPeople,
  docs.followersAll,
] as const;

/** A builder that was away for longer reads everything. */
export const MARKS_KEPT_MILLIS = 3 * DAY_MILLIS;

export function isCopied(path: string): boolean {
  const [collection = '', , ...below] = path.split('/');
  return below.length === 0 && copiedCollections.some((copied) => copied === collection);
}

/**
 * Makes the marks that accompany a write of public documents, so that the builder reads only the changes. The marks
 * are separate documents: everyone reads the changed ones, and their shape is the specification's.
 *
 * A browser creates a profile at signup without a mark; the copy reads unknown profiles on demand.
 */
export const makeMarks = (paths: Iterable<string>): { path: string; data: Data }[] =>
  [...new Set(paths)].filter(isCopied).map((path) => ({
    path: docs.publicChange(path),
    data: {
      path,
      at: FieldValue.serverTimestamp(),
      expiresAt: new Date(Date.now() + MARKS_KEPT_MILLIS),
    },
  }));
