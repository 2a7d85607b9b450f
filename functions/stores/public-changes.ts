import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { FieldValue } from '@google-cloud/firestore';
import type { Data } from './document-store.ts';

/** The collections that the ledger is built from, and which its builder has a copy of. */
export const copiedCollections = [
  docs.assetsSummaries,
  docs.analyticsSummaries,
  docs.datHistories,
  docs.bookDays,
  docs.publicProfiles,
  docs.publicLogPeople,
  docs.followersAll,
] as const;

/** A builder that has not looked for so long reads everything. */
export const MARKS_KEPT_MILLIS = 3 * DAY_MILLIS;

/** Whether the builder has a copy of a document. */
export function isCopied(path: string): boolean {
  const [collection = '', , ...below] = path.split('/');
  return below.length === 0 && copiedCollections.some((copied) => copied === collection);
}

/**
 * The marks that belong into a write that changes or removes documents: they say when which of those
 * that the ledger is built from changed, so that its builder reads nothing else. They stand beside the
 * documents and not in them: everyone reads those, and their shape is the specification's.
 *
 * A profile that a browser creates at the signup has no mark: who reads the copy asks for one that it
 * does not know.
 */
export const marksOf = (paths: Iterable<string>): { path: string; data: Data }[] =>
  [...new Set(paths)].filter(isCopied).map((path) => ({
    path: docs.publicChange(path),
    data: {
      path,
      at: FieldValue.serverTimestamp(),
      expiresAt: new Date(Date.now() + MARKS_KEPT_MILLIS),
    },
  }));
