import { readMessage, readString } from '../query/json.ts';
import { checkDatabaseName } from '../values/resource-names.ts';
import type { Json } from './answers.ts';
import { type Request, readOptions } from './reading.ts';

/** BeginTransaction. Its options may name one to retry; nothing is kept of that. */
export function beginTransaction({ context, message }: Request): Json {
  const request = readMessage(message, 'BeginTransactionRequest', ['database', 'options']);
  checkDatabaseName(readString(request.database, 'database'), context.database.name);
  const { isReadOnly } = readOptions(context, request.options);
  return { transaction: context.database.begin(isReadOnly).id };
}

/** Rollback. One that has ended already is fine. */
export function rollback({ context, message }: Request): Json {
  const request = readMessage(message, 'RollbackRequest', ['database', 'transaction']);
  checkDatabaseName(readString(request.database, 'database'), context.database.name);
  context.database.transactions.end(readString(request.transaction, 'transaction'));
  return {};
}
