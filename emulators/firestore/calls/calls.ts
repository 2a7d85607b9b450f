import { type Calls, codes, type OpenStream, Refusal } from '../contract.ts';
import { batchWrite, commit } from './commit.ts';
import { type Context, notCovered } from './context.ts';
import { batchGetDocuments, getDocument } from './documents.ts';
import { listCollectionIds } from './list-collection-ids.ts';
import { listDocuments } from './list-documents.ts';
import { openStream } from './open-stream.ts';
import { runAggregationQuery, runQuery } from './queries.ts';
import { isRetry, type Request } from './reading.ts';
import { createDocument, deleteDocument, updateDocument } from './single-writes.ts';
import { beginTransaction, rollback } from './transactions.ts';

type Json = Readonly<Record<string, unknown>>;

const ones: Readonly<Record<string, (request: Request) => Json | Promise<Json>>> = {
  GetDocument: getDocument,
  ListDocuments: listDocuments,
  CreateDocument: createDocument,
  UpdateDocument: updateDocument,
  DeleteDocument: deleteDocument,
  BeginTransaction: beginTransaction,
  Commit: commit,
  Rollback: rollback,
  ListCollectionIds: listCollectionIds,
  BatchWrite: batchWrite,
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
  if (method === 'ExecutePipeline' || method === 'PartitionQuery') throw notCovered(method);
  throw new Refusal(codes.UNIMPLEMENTED, `There is no call ${method} of this kind.`);
}
