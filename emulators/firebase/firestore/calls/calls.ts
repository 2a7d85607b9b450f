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

const singleAnswerCalls: Readonly<Record<string, (request: Request) => Json | Promise<Json>>> = {
  GetDocument: getDocument,
  ListDocuments: listDocuments,
  UpdateDocument: updateDocument,
  BeginTransaction: beginTransaction,
  Commit: commit,
  Rollback: rollback,
  ListCollectionIds: listCollectionIds,
};

const multiAnswerCalls: Readonly<Record<string, (request: Request) => readonly Json[]>> = {
  BatchGetDocuments: batchGetDocuments,
  RunQuery: runQuery,
  RunAggregationQuery: runAggregationQuery,
};

/**
 * Returns the calls of a database. Each reads its data synchronously, except a retried transaction:
 * commits that already wait go first.
 */
export const makeCalls = (context: Context): Calls => ({
  async one(method, message, caller) {
    if (isRetry(message)) await context.database.whenCommitsAreOver();
    return pick(singleAnswerCalls, method)({ context, message, caller });
  },
  async many(method, message, caller) {
    if (isRetry(message)) await context.database.whenCommitsAreOver();
    return pick(multiAnswerCalls, method)({ context, message, caller });
  },
  open: (method, caller, handlers): OpenStream => openStream(method, { context, caller, handlers }),
});

function pick<T>(table: Readonly<Record<string, T>>, method: string): T {
  const call = Object.hasOwn(table, method) ? table[method] : undefined;
  if (call) return call;
  throw notCovered(method);
}
