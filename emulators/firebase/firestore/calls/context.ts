import {
  type Access,
  type Caller,
  codes,
  type ListQuestion,
  type Micros,
  Refusal,
  type Rules,
  type View,
} from '../contract.ts';
import type { Database } from '../store/database.ts';

export interface Context {
  readonly database: Database;
  /** The project's current rules; without rules, only an admin has access. */
  readonly rules: () => Rules | undefined;
}

export interface Circumstances {
  readonly caller: Caller;
  readonly now: Micros;
  readonly before: View;
  readonly after: View;
}

/** Returns the rules for a request; undefined for an admin, who is not bound by them. */
export function resolveAccess(
  { database, rules }: Context,
  { caller, ...circumstances }: Circumstances,
): Access | undefined {
  if (caller.isAdmin) return undefined;
  return rules()?.accessOf({ caller, name: database.name, ...circumstances }) ?? locked;
}

export const accessToRead = (context: Context, caller: Caller, moment: View): Access | undefined =>
  resolveAccess(context, {
    caller,
    now: context.database.requestTime(),
    before: moment,
    after: moment,
  });

/** @throws Refusal PERMISSION_DENIED unless the caller is an admin */
export function requireAdmin(caller: Caller): void {
  if (caller.isAdmin) return;
  throw new Refusal(codes.PERMISSION_DENIED, 'Metadata operations require admin authentication.');
}

const deny = (): never => {
  throw new Refusal(codes.PERMISSION_DENIED, 'No rules are loaded: only an admin gets in.');
};

const locked: Access = {
  get: deny,
  list: (_question: ListQuestion) => deny(),
  write: deny,
};
