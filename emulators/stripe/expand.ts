import { invalidParam, type StripeFailure } from './errors.ts';
import type { FormTree } from './form.ts';
import type { TableName } from './tables.ts';
import type { World } from './world.ts';

type Plain = { [key: string]: unknown };

/** The expandable fields of each object, with the table that each one refers to. */
const references: Record<string, Record<string, TableName>> = {
  'checkout.session': { payment_intent: 'intents', customer: 'customers' },
  payment_intent: { latest_charge: 'charges', customer: 'customers' },
  charge: {
    balance_transaction: 'balanceTransactions',
    payment_intent: 'intents',
    customer: 'customers',
  },
  refund: {
    charge: 'charges',
    payment_intent: 'intents',
    balance_transaction: 'balanceTransactions',
  },
  transfer: { balance_transaction: 'balanceTransactions', destination: 'accounts' },
  transfer_reversal: { balance_transaction: 'balanceTransactions', transfer: 'transfers' },
  dispute: { charge: 'charges', payment_intent: 'intents' },
};

const kinds: Partial<Record<TableName, string>> = {
  intents: 'payment_intent',
  charges: 'charge',
  transfers: 'transfer',
};

const maxLevels = 4;

export function takeExpand(params: FormTree): string[] {
  const raw = params.expand;
  delete params.expand;
  if (raw === undefined) return [];
  if (typeof raw === 'string') throw invalidParam('expand', 'Invalid array');
  return Object.values(raw).map((path) => {
    if (typeof path !== 'string') throw invalidParam('expand', 'Invalid array');
    if (path.split('.').length > maxLevels) {
      throw invalidParam(
        'expand',
        `You cannot expand more than ${maxLevels} levels of a property.`,
      );
    }
    return path;
  });
}

/** @throws before the call takes effect, for a path that this kind of object does not have. */
export function checkExpand(kind: string, paths: string[]): void {
  for (const path of paths) {
    let here = kind;
    for (const step of path.split('.')) {
      const table = references[here]?.[step];
      if (table === undefined) throw cannotExpand(path);
      here = kinds[table] ?? '';
    }
  }
}

export function expandObject(world: World, answer: object, paths: string[]): object {
  if (paths.length === 0) return answer;
  const copy = structuredClone(answer) as Plain;
  for (const path of paths) expandPath(world, copy, path.split('.'), path);
  return copy;
}

function expandPath(world: World, target: Plain, steps: string[], whole: string): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  if (target.object === 'list' && step === 'data') {
    for (const item of target.data as Plain[]) expandPath(world, item, rest, whole);
    return;
  }
  const table = references[String(target.object)]?.[step];
  if (table === undefined) throw cannotExpand(whole);
  const value = target[step];
  if (typeof value === 'string') {
    const row = world.store.get(table, value);
    if (row !== undefined && 'object' in row) target[step] = structuredClone(row.object);
  }
  const reached = target[step];
  if (rest.length > 0 && typeof reached === 'object' && reached !== null) {
    expandPath(world, reached as Plain, rest, whole);
  }
}

function cannotExpand(path: string): StripeFailure {
  return invalidParam('expand', `This property cannot be expanded (${path}).`);
}
