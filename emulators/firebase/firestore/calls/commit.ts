import { type Access, type Caller, invalid } from '../contract.ts';
import { readList, readMessage, readString } from '../query/json.ts';
import type { Committed, Proposal } from '../store/commit-request.ts';
import type { Transaction } from '../store/transactions.ts';
import type { Write } from '../store/write.ts';
import { checkDatabaseName } from '../values/resource-names.ts';
import { commitJson, type Json } from './answers.ts';
import { type Context, resolveAccess } from './context.ts';
import { readWrites } from './read-write.ts';
import type { Request } from './reading.ts';

/**
 * Handles Commit, which is atomic. It ends its transaction, unless the request cannot be parsed.
 */
export async function commit({ context, message, caller }: Request): Promise<Json> {
  const { database } = context;
  const request = readMessage(message, 'CommitRequest', ['database', 'writes', 'transaction']);
  checkDatabaseName(readString(request.database, 'database'), database.name);
  const id = readString(request.transaction, 'transaction');
  const transaction = id ? database.transactions.get(id) : undefined;
  const sent = readList(request.writes, 'writes');
  if (transaction?.readVersion !== undefined && sent.length > 0) {
    throw invalid('Cannot modify entities in a read-only transaction.');
  }
  const writes = readWrites(sent, database.name);
  return commitJson(await write(context, { writes, caller, transaction }));
}

/**
 * Commits writes once the rules have allowed every one of them.
 * @param transaction a read-write transaction, which ends with the commit
 * @throws Refusal before any change
 */
export async function write(
  context: Context,
  {
    writes,
    caller,
    transaction,
  }: {
    readonly writes: readonly Write[];
    readonly caller: Caller;
    readonly transaction?: Transaction | undefined;
  },
): Promise<Committed> {
  return context.database.commit({
    writes,
    transaction,
    judge: (proposal) => judge(context, caller, proposal),
  });
}

function judge(context: Context, caller: Caller, proposal: Proposal): void {
  const { before, after, requestTime } = proposal;
  const access = resolveAccess(context, { caller, now: requestTime, before, after });
  if (access) for (const outcome of proposal.outcomes) judgeOne(access, outcome);
}

/**
 * Judges all writes of a commit to a document as one operation, named by its first precondition.
 */
function judgeOne(access: Access, outcome: Proposal['outcomes'][number]): void {
  const { path, before, after, steps } = outcome;
  if (steps[0]?.action.kind === 'verify') access.get(path, before);
  else access.write(verbOf(outcome), path, before, after);
}

function verbOf({ before, after, steps }: Proposal['outcomes'][number]): Verb {
  if (!after) return 'delete';
  const condition = steps[0]?.condition;
  if (condition?.kind === 'version') return 'update';
  const exists = condition ? condition.exists : before !== undefined;
  return exists ? 'update' : 'create';
}

type Verb = Parameters<Access['write']>[0];
