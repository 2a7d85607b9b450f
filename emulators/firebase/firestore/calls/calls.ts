import { type Calls, notCovered, type OpenStream } from '../contract.ts';
import { commit } from './commit.ts';
import type { Context } from './context.ts';
import { batchGetDocuments, getDocument } from './documents.ts';
import { listCollectionIds } from './list-collection-ids.ts';
import { listDocuments } from './list-documents.ts';
import { openStream } from './open-stream.ts';
import { runAggregationQuery, runQuery } from './queries.ts';
import { isRetry, type Request } from './reading.ts';
import { beginTransaction, rollback } from './transactions.ts';
import { updateDocument } from './update-document.ts';

type Json = Readonly<Record<string, unknown>>;

const ones: Readonly<Record<string, (request: Request) => Json | Promise<Json>>> = {
  GetDocument: getDocument,
  ListDocuments: listDocuments,
  UpdateDocument: updateDocument,
  BeginTransaction: beginTransaction,
  Commit: commit,
  Rollback: rollback,
  ListCollectionIds: listCollectionIds,
};

const manies: Readonly<Record<string, (request: Request) => readonly Json[]>> = {
  BatchGetDocuments: batchGetDocuments,
  RunQuery: runQuery,
  RunAggregationQuery: runAggregationQuery,
};

/**
 * The calls of one database. Each reads its data in the turn in which it is called, but for a
 * transaction that is retried: those already waiting go first.
 */
export const callsOf = (context: Context): Calls => ({
  async one(method, message, caller) {
    if (isRetry(message)) await context.database.whenCommitsAreOver();
    return pick(ones, method)({ context, message, caller });
  },
  async many(method, message, caller) {
    if (isRetry(message)) await context.database.whenCommitsAreOver();
    return pick(manies, method)({ context, message, caller });
  },
  open: (method, caller, handlers): OpenStream => openStream(method, { context, caller, handlers }),
});

function pick<T>(table: Readonly<Record<string, T>>, method: string): T {
  const call = Object.hasOwn(table, method) ? table[method] : undefined;
  if (call) return call;
  throw notCovered(method);
}
