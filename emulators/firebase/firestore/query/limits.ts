import { codes, type DatabaseName, invalid, Refusal } from '../contract.ts';
import { isNamePath, nameField } from '../values/field-paths.ts';
import { databaseOf } from '../values/resource-names.ts';
import type { FieldFilter, Filter } from './filter.ts';
import type { Order } from './order.ts';

/** The largest product of the lengths of IN lists. */
const maxDisjunctions = 30;

interface Parts {
  readonly filter: Filter;
  readonly written: readonly Order[];
  /** The database that document names must belong to; unchecked if undefined. */
  readonly database: DatabaseName | undefined;
}

/**
 * Refuses incompatible filters and orders, and queries that Firestore has no index for.
 * @throws Refusal INVALID_ARGUMENT or FAILED_PRECONDITION
 */
export function checkTogether({ filter, written, database }: Parts): void {
  if (filter.filter(({ op }) => op === 'ARRAY_CONTAINS').length > 1) {
    throw invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  }
  for (const condition of filter) checkName(condition, database);
  const lists = filter.filter(({ op }) => op === 'IN');
  const count = lists.reduce((product, { values }) => product * values.length, 1);
  if (count > maxDisjunctions) {
    throw invalid(`The lists of IN make ${count} disjunctions; the maximum is ${maxDisjunctions}`);
  }
  const isByName = [...filter, ...written].every(({ field }) => isNamePath(field));
  if (isByName && written.some(({ isDescending }) => isDescending)) {
    throw new Refusal(codes.FAILED_PRECONDITION, 'Firestore does not support descending key scans');
  }
}

function checkName({ field, op, values }: FieldFilter, database: DatabaseName | undefined): void {
  if (!isNamePath(field)) {
    if (field.includes(nameField)) throw invalid('the name __key__ is reserved');
    return;
  }
  if (op === 'ARRAY_CONTAINS') throw invalid('the name __key__ is reserved');
  if (values.length === 0) throw invalid(notAKey);
  for (const value of values) {
    if (!('referenceValue' in value)) throw invalid(notAKey);
    checkOwnDatabase(value.referenceValue, database);
  }
}

/** @throws Refusal INVALID_ARGUMENT for a document of another database, if one is given */
export function checkOwnDatabase(name: string, database: DatabaseName | undefined): void {
  if (!database) return;
  const own = `projects/${database.project}/databases/${database.database}`;
  const other = databaseOf(name);
  if (other === own) return;
  throw invalid(
    `The request was for database '${own}' but was attempting to access database '${other}'`,
  );
}

const notAKey = '__key__ filter value must be a Key';
