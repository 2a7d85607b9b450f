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

/** What the calls of one database share. */
export interface Context {
  readonly database: Database;
  /** The rules of its project as they are now; without any, only an admin gets in. */
  readonly rules: () => Rules | undefined;
}

/** A request as rules judge it: by whom, when, and on which data. */
export interface Circumstances {
  readonly caller: Caller;
  readonly now: Micros;
  readonly before: View;
  readonly after: View;
}

/** The rules as a request meets them; undefined for an admin, who is asked nothing. */
export function accessOf(
  { database, rules }: Context,
  { caller, ...circumstances }: Circumstances,
): Access | undefined {
  if (caller.isAdmin) return undefined;
  return rules()?.accessOf({ caller, name: database.name, ...circumstances }) ?? locked;
}

/** The rules as a read meets them. */
export const accessToRead = (context: Context, caller: Caller, moment: View): Access | undefined =>
  accessOf(context, {
    caller,
    now: context.database.requestTime(),
    before: moment,
    after: moment,
  });

/** @throws Refusal PERMISSION_DENIED unless an admin asks */
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
