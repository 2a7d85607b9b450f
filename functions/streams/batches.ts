import type { Data, Versioned } from '../stores/document-store.ts';
import type { StreamBatch } from '../stores/stream-store.ts';

/** Writes a document that was read: made when it was missing, else only while it is as it was. */
export const put = (path: string, data: Data, stored: Versioned | undefined): StreamBatch =>
  stored ? { replace: [{ path, data, version: stored.version }] } : { create: [{ path, data }] };

/** Several writes as one, all or nothing. */
export const together = (batches: readonly StreamBatch[]): StreamBatch => ({
  create: batches.flatMap(({ create = [] }) => create),
  replace: batches.flatMap(({ replace = [] }) => replace),
  remove: batches.flatMap(({ remove = [] }) => remove),
});
