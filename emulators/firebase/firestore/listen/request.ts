import { type DatabaseName, type Documents, invalid } from '../contract.ts';
import { type Json, readInt32, readList, readMessage, readString } from '../query/json.ts';
import { readQuery } from '../query/read.ts';
import { readDocumentName, readParentName } from '../values/resource-names.ts';
import { documentsTarget } from './documents-target.ts';
import { queryTarget } from './query-target.ts';
import type { Target } from './target.ts';

export type Wish = { readonly add: Json; readonly id: number } | { readonly remove: number };

/**
 * Reads a ListenRequest.
 * @param nextId the id for a target whose client leaves it to the server
 * @throws Refusal INVALID_ARGUMENT
 */
export function readListenRequest(json: Json, nextId: number): Wish {
  const message = readMessage(json, 'ListenRequest', [
    'database',
    'addTarget',
    'removeTarget',
    'labels',
  ]);
  const remove = readInt32(message.removeTarget, 'ListenRequest.removeTarget');
  if (message.addTarget === undefined || message.addTarget === null) {
    if (remove === undefined) throw invalid('A ListenRequest adds or removes a target.');
    return { remove };
  }
  if (remove !== undefined) throw invalid('A ListenRequest cannot add and remove at once.');
  const add = readMessage(message.addTarget, 'Target', [
    'query',
    'documents',
    'resumeToken',
    'readTime',
    'targetId',
    'expectedCount',
  ]);
  const id = readInt32(add.targetId, 'Target.targetId') ?? 0;
  if (id < 0) throw invalid('Target.targetId is negative.');
  return { add, id: id === 0 ? nextId : id };
}

export interface TargetRequest {
  readonly target: Target;
  /** Whether the client resumes an earlier listen; everything is sent again. */
  readonly isResumed: boolean;
}

/**
 * Reads a Target message.
 * @throws Refusal for an invalid query or name
 */
export function readTarget(message: Json, documents: Documents, name: DatabaseName): TargetRequest {
  if (isGiven(message.query) && isGiven(message.documents)) {
    throw invalid('A Target is either a query or documents.');
  }
  readInt32(message.expectedCount, 'Target.expectedCount');
  return {
    target: isGiven(message.query)
      ? readQueryTarget(message.query, documents, name)
      : readDocumentsTarget(message.documents, documents, name),
    isResumed: isGiven(message.resumeToken) || isGiven(message.readTime),
  };
}

function readQueryTarget(json: unknown, documents: Documents, name: DatabaseName): Target {
  const message = readMessage(json, 'QueryTarget', ['parent', 'structuredQuery']);
  const parent = readParentName(readString(message.parent, 'QueryTarget.parent'), name);
  const query = readQuery(parent, message.structuredQuery, name);
  const structured = (message.structuredQuery ?? {}) as Json;
  return queryTarget({ documents, name, query, structured });
}

function readDocumentsTarget(json: unknown, documents: Documents, name: DatabaseName): Target {
  if (!isGiven(json)) throw invalid('A Target is either a query or documents.');
  const message = readMessage(json, 'DocumentsTarget', ['documents']);
  const paths = readList(message.documents, 'DocumentsTarget.documents').map((each) =>
    readDocumentName(readString(each, 'DocumentsTarget.documents'), name),
  );
  return documentsTarget(documents, name, paths);
}

const isGiven = (json: unknown): boolean => json !== undefined && json !== null;
