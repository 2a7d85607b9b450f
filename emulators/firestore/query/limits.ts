import { codes, type DatabaseName, Refusal, type Segments } from '../contract.ts';
import { isNamePath, nameField } from '../values/field-paths.ts';
import { databaseOf } from '../values/references.ts';
import { countDisjunctions, mostDisjunctions } from './disjunctions.ts';
import { conditionsOf, type FieldFilter, type Filter } from './filter.ts';
import { invalid } from './json.ts';
import { comparedFields, compareFields, isInequality, isSameField, type Order } from './order.ts';
import type { Source } from './source.ts';

/**
 * Refuses operators that Firestore does not accept together; it does so before it reads a field.
 * @param json a Filter message, unread as yet
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function checkOperators(json: unknown): void {
  const operators = operatorsIn(json);
  if (operators.filter((op) => negations.has(op)).length > 1) {
    throw invalid(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    );
  }
  if (operators.includes('NOT_IN') && operators.some((op) => branching.has(op))) {
    throw invalid(
      "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.",
    );
  }
}

const negations = new Set(['NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', 'IS_NOT_NULL']);
const branching = new Set(['IN', 'ARRAY_CONTAINS_ANY', 'OR']);

/** Every `op` in a message, whatever else is in it. */
function operatorsIn(json: unknown): readonly string[] {
  if (Array.isArray(json)) return json.flatMap(operatorsIn);
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => {
    if (key === 'op') return typeof value === 'string' ? [value] : [];
    return key === 'value' ? [] : operatorsIn(value);
  });
}

/** A query as far as its parts have to fit together. */
export interface Parts {
  readonly source: Source;
  readonly filter: Filter;
  /** Orders that are written down. */
  readonly written: readonly Order[];
  /** Fields that an aggregation needs. */
  readonly needed: readonly Segments[];
  /** Names of documents have to be in it; unchecked when it is left out. */
  readonly database: DatabaseName | undefined;
}

/**
 * In a group that is not asked for at the root, Firestore finds documents by their names alone.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function checkGroup({ source, filter, written }: Parts): void {
  if (!source.isGroup || source.parent.length === 0) return;
  const isByName =
    conditionsOf(filter).every(({ field, op }) => isNamePath(field) && !op.startsWith('ARRAY_')) &&
    written.every(({ field }) => isNamePath(field));
  if (!isByName) throw invalid('collection group queries are only allowed at the root parent');
}

/** Without a collection Firestore finds documents by their names alone. */
function checkKind({ source, filter, written }: Parts): void {
  if (source.collection !== '') return;
  if (!written.every(({ field, isDescending }) => isNamePath(field) && !isDescending)) {
    throw invalid('kind is required for all orders except __key__ ascending');
  }
  const other = conditionsOf(filter).find(({ field }) => !isNamePath(field));
  if (!other) return;
  checkName(other, undefined);
  const each = other.op.startsWith('ARRAY_') ? '[*]' : '';
  throw invalid(`kind is required for filter: ${other.field.join('.')}${each}`);
}

/**
 * Refuses filters and orders that do not go together.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function checkTogether(parts: Parts): void {
  const { filter, written, database } = parts;
  const conditions = conditionsOf(filter);
  if (conditions.length + written.length > 100) {
    throw invalid(
      'The query may not have more than 100 filters + sort orders + ancestor total. ' +
        `Currently there are ${conditions.length} filters, ${written.length} sort orders, ` +
        'and no ancestor filter.',
    );
  }
  if (mostContains(filter).size > 1) {
    throw invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  }
  checkKind(parts);
  for (const condition of conditions) checkName(condition, database);
  checkNameEquality(filter);
  const count = countDisjunctions(filter);
  if (count > mostDisjunctions) {
    throw invalid(
      `Too many disjunctions after normalization. Result had ${count} disjunctions ` +
        `which is more than the maximum of ${mostDisjunctions}`,
    );
  }
}

/** The most different `array-contains` that have to hold together. */
function mostContains(filter: Filter): ReadonlySet<string> {
  if (!('filters' in filter)) {
    return new Set(filter.op.startsWith('ARRAY_CONTAINS') ? [JSON.stringify(filter)] : []);
  }
  const parts = filter.filters.map(mostContains);
  if (filter.op === 'AND') return new Set(parts.flatMap((part) => [...part]));
  return parts.reduce((most, part) => (part.size > most.size ? part : most), new Set<string>());
}

function checkNameEquality(filter: Filter): void {
  const conditions = conditionsOf(filter);
  const compared = conditions.filter(isInequality);
  const isEqual = conditions.some(
    ({ field, op }) => isNamePath(field) && (op === 'EQUAL' || op === 'IN'),
  );
  if (!isEqual || compared.length === 0) return;
  if (compared.some(({ field }) => isNamePath(field))) return;
  throw invalid(
    'Equality on key is not allowed if there are other inequality fields and ' +
      'key does not appear in inequalities.',
  );
}

/**
 * What Firestore keeps no index for: all documents by descending name, and aggregated fields below
 * a name.
 * @throws Refusal FAILED_PRECONDITION and INVALID_ARGUMENT in Firestore's words
 */
export function checkIndex({ source, filter, written, needed }: Parts): void {
  const conditions = conditionsOf(filter);
  const isBelowRoot = source.isGroup && source.parent.length > 0;
  if (isBelowRoot && written.some(({ isDescending }) => isDescending)) {
    throw new Refusal(
      codes.FAILED_PRECONDITION,
      "collection group queries are only allowed if they're at the root or they're an ascending " +
        'primary key scan',
    );
  }
  const isDescending = ({ field, isDescending }: Order) => isNamePath(field) && isDescending;
  if (written.length > 0 && written.every(isDescending)) {
    if (conditions.every(({ field }) => isNamePath(field))) {
      throw new Refusal(
        codes.FAILED_PRECONDITION,
        'Firestore does not support descending key scans',
      );
    }
  }
  const isBelowName =
    isBelowRoot || [...written, ...conditions].some(({ field }) => isNamePath(field));
  if (!isBelowName) return;
  const ordered = [...written.map(({ field }) => field), ...comparedFields(filter)];
  const missing = needed
    .filter((field) => !ordered.some((other) => isSameField(field, other)))
    .toSorted(compareFields)
    .map((field) => field.join('.'));
  if (missing.length === 0) return;
  throw invalid(
    `This query requires an index that has fields [${[...new Set(missing)].join(', ')}] after ` +
      '__name__ and Firestore does not currently support such an index. Please try the query ' +
      'again with additional ordering on those fields.',
  );
}

function checkName({ field, op, values }: FieldFilter, database: DatabaseName | undefined): void {
  if (!isNamePath(field)) {
    if (field.includes(nameField)) throw invalid('the name __key__ is reserved');
    return;
  }
  if (op.startsWith('ARRAY_')) throw invalid('the name __key__ is reserved');
  if (op.startsWith('IS_')) throw invalid(notAKey);
  for (const value of values) {
    if (!('referenceValue' in value)) throw invalid(notAKey);
    const other = databaseOf(value.referenceValue);
    if (!database) continue;
    const own = `projects/${database.project}/databases/${database.database}`;
    if (other !== own) {
      throw invalid(
        `The request was for database '${own}' but was attempting to access database '${other}'`,
      );
    }
  }
}

const notAKey = '__key__ filter value must be a Key';
