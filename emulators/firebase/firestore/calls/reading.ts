import { type Caller, invalid, notCovered } from '../contract.ts';
import { type Json, readMessage, readString } from '../query/json.ts';
import type { Moment } from '../store/commit-request.ts';
import type { Transaction } from '../store/transactions.ts';
import type { Context } from './context.ts';

export interface Reading {
  readonly moment: Moment;
  /** The transaction of the read, which takes locks; undefined outside of one. */
  readonly transaction: Transaction | undefined;
  /** The id of the transaction that this read has begun. */
  readonly begun: string | undefined;
}

/**
 * Reads a request's transaction: none, a running one, or a new one.
 * @throws Refusal INVALID_ARGUMENT; UNIMPLEMENTED for a read time
 */
export function beginReading(
  { database }: Context,
  { transaction, newTransaction, readTime }: Json,
): Reading {
  refuseReadTime(readTime);
  const id = readString(transaction, 'transaction');
  const isNew = newTransaction !== undefined && newTransaction !== null;
  if (id !== '' && isNew) throw invalid('A read cannot be in two transactions.');
  if (isNew) {
    const { isReadOnly } = readOptions({ database }, newTransaction);
    const begun = database.begin(isReadOnly);
    return { moment: database.moment(begun), transaction: begun, begun: begun.id };
  }
  const running = id === '' ? undefined : database.transactions.get(id);
  return { moment: database.moment(running), transaction: running, begun: undefined };
}

/**
 * Reads TransactionOptions.
 * @throws Refusal INVALID_ARGUMENT; UNIMPLEMENTED for a read time
 */
export function readOptions(
  { database }: Pick<Context, 'database'>,
  json: unknown,
): { readonly isReadOnly: boolean } {
  const message = readMessage(json, 'TransactionOptions', ['readOnly', 'readWrite']);
  const has = (key: string) => message[key] !== undefined && message[key] !== null;
  if (has('readOnly') && has('readWrite')) {
    throw invalid('TransactionOptions cannot be readOnly and readWrite at once.');
  }
  if (has('readOnly')) {
    refuseReadTime(readMessage(message.readOnly, 'ReadOnly', ['readTime']).readTime);
    return { isReadOnly: true };
  }
  const { retryTransaction } = readMessage(message.readWrite, 'ReadWrite', ['retryTransaction']);
  const retried = readString(retryTransaction, 'ReadWrite.retryTransaction');
  if (retried !== '') database.transactions.requireKnown(retried);
  return { isReadOnly: false };
}

export function isRetry({ options, newTransaction }: Json): boolean {
  const readWrite = fieldOf(options ?? newTransaction, 'readWrite');
  return Boolean(fieldOf(readWrite, 'retryTransaction'));
}

const fieldOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;

function refuseReadTime(readTime: unknown): void {
  if (readTime !== undefined && readTime !== null && readTime !== '') {
    throw notCovered('Reading at a time (readTime)');
  }
}

export interface Request {
  readonly context: Context;
  readonly message: Json;
  readonly caller: Caller;
}
