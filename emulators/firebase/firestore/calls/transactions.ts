import { readMessage, readString } from '../query/json.ts';
import { checkDatabaseName } from '../values/resource-names.ts';
import type { Json } from './answers.ts';
import { type Request, readOptions } from './reading.ts';

/** Handles BeginTransaction. Its options may name a transaction to retry, which is ignored. */
export function beginTransaction({ context, message }: Request): Json {
  const request = readMessage(message, 'BeginTransactionRequest', ['database', 'options']);
  checkDatabaseName(readString(request.database, 'database'), context.database.name);
  const { isReadOnly } = readOptions(context, request.options);
  return { transaction: context.database.begin(isReadOnly).id };
}

/** Handles Rollback; it accepts a transaction that has already ended. */
export function rollback({ context, message }: Request): Json {
  const request = readMessage(message, 'RollbackRequest', ['database', 'transaction']);
  checkDatabaseName(readString(request.database, 'database'), context.database.name);
  context.database.transactions.end(readString(request.transaction, 'transaction'));
  return {};
}
