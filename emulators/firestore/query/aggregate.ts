import type { DatabaseName, Query, Segments, StoredDocument, Value } from '../contract.ts';
import { numberOf } from '../values/compare-numbers.ts';
import { isNamePath, valueAt } from '../values/field-paths.ts';
import { spellDouble } from '../values/read-value.ts';
import { invalid, type Json, readList, readMessage, readString } from './json.ts';
import { readQueryFor } from './read.ts';
import { readFieldReference } from './read-filter.ts';

/** A StructuredAggregationQuery that has been read and checked. Pure: it holds no documents. */
export interface Aggregation {
  /** What it looks at: only documents that have every field it computes with. */
  readonly query: Query;
  /** The answer's `aggregateFields`, by alias. */
  run(documents: Iterable<StoredDocument>): Readonly<Record<string, Value>>;
}

/**
 * Reads a StructuredAggregationQuery: `count` (with `upTo`), `sum` and `avg`.
 * @param parent and `database` as for `readQuery`
 * @throws Refusal INVALID_ARGUMENT in Firestore's words; what `readQuery` refuses
 */
export function readAggregation(
  parent: Segments,
  structuredAggregationQuery: unknown,
  database?: DatabaseName,
): Aggregation {
  const message = readMessage(structuredAggregationQuery, 'StructuredAggregationQuery', [
    'structuredQuery',
    'aggregations',
  ]);
  const fields = readFields(readList(message.aggregations, 'aggregations'));
  const needed = fields.flatMap(({ field }) => (field ? [field] : []));
  const purpose = { needed, check: () => checkAliases(fields) };
  const query = readQueryFor(purpose, parent, message.structuredQuery, database);
  return {
    query,
    run(documents) {
      const found = query.run(documents);
      return Object.fromEntries(fields.map(({ alias, compute }) => [alias, compute(found)]));
    },
  };
}

interface AggregateField {
  readonly alias: string;
  /** Of sum and avg. */
  readonly field: Segments | undefined;
  compute(documents: readonly StoredDocument[]): Value;
}

const mostAggregations = 5;

function readFields(list: readonly unknown[]): readonly AggregateField[] {
  if (list.length === 0) throw invalid('Aggregations can not be empty.');
  if (list.length > mostAggregations) {
    throw invalid(
      `The maximum number of aggregations allowed in an aggregation query is ${mostAggregations}. ` +
        `Received: ${list.length}`,
    );
  }
  let unnamed = 0;
  return list.map((json) => {
    const message = readMessage(json, 'Aggregation', ['alias', 'count', 'sum', 'avg']);
    const given = readString(message.alias, 'Aggregation.alias');
    const alias = given === '' ? `field_${++unnamed}` : given;
    checkAlias(alias);
    return { alias, ...readOperator(message) };
  });
}

function checkAliases(fields: readonly AggregateField[]): void {
  const aliases = fields.map(({ alias }) => alias);
  const twice = aliases.find((alias, at) => aliases.indexOf(alias) < at);
  if (twice === undefined) return;
  throw invalid(`Aggregation aliases contain duplicate alias: ${twice}.`);
}

function checkAlias(alias: string): void {
  if (/^__.*__$/s.test(alias)) throw invalid(`The property.name "${alias}" is reserved.`);
  if (Buffer.byteLength(alias) > 1_500) {
    throw invalid('The property.name is longer than 1500 bytes.');
  }
}

function readOperator(message: Json): Omit<AggregateField, 'alias'> {
  const { count, sum, avg } = message;
  const given = [count, sum, avg].filter((each) => each !== undefined && each !== null);
  if (given.length === 0) throw invalid('Operator field in Aggregation is not set.');
  if (given.length > 1) throw invalid('An Aggregation cannot have several operators.');
  if (count) {
    const most = readUpTo(readMessage(count, 'Count', ['upTo']).upTo);
    return {
      field: undefined,
      compute: ({ length }) => ({
        integerValue: String(most !== undefined && most < length ? most : length),
      }),
    };
  }
  const name = sum ? 'Sum' : 'Avg';
  const field = readFieldReference(readMessage(sum ?? avg, name, ['field']).field);
  if (isNamePath(field)) throw invalid('Aggregations are not supported for the property: __key__');
  const compute = sum ? sumOf : averageOf;
  return { field, compute: (documents) => compute(numbersAt(documents, field)) };
}

/** An Int64Value: a number or text. */
function readUpTo(json: unknown): bigint | undefined {
  if (json === undefined || json === null) return undefined;
  const text = String(json);
  if (!/^-?\d+$/.test(text)) throw invalid('Count.upTo is not an integer.');
  const value = BigInt(text);
  if (value < 0n) {
    throw invalid(
      'The `up_to` value in a COUNT aggregation must be greater than or equal to zero.',
    );
  }
  return value;
}

/** The numbers at a field; other values are passed over. */
function numbersAt(documents: readonly StoredDocument[], field: Segments): readonly Value[] {
  return documents.flatMap(({ fields }) => {
    const value = valueAt(fields, field);
    return value && ('integerValue' in value || 'doubleValue' in value) ? [value] : [];
  });
}

/** An integer while all numbers are, and their sum fits in 64 bits; else a double. */
function sumOf(numbers: readonly Value[]): Value {
  if (numbers.every((number) => 'integerValue' in number)) {
    const total = numbers.reduce((sum, number) => sum + BigInt(numberOf(number)), 0n);
    if (BigInt.asIntN(64, total) === total) return { integerValue: String(total) };
  }
  return { doubleValue: spellDouble(addUp(numbers)) };
}

const averageOf = (numbers: readonly Value[]): Value =>
  numbers.length === 0
    ? { nullValue: null }
    : { doubleValue: spellDouble(addUp(numbers) / numbers.length) };

/** The sum as a double; integers are added up exactly first. */
function addUp(numbers: readonly Value[]): number {
  let [integers, doubles] = [0n, 0];
  for (const number of numbers) {
    const value = numberOf(number);
    if ('integerValue' in number) integers += BigInt(value);
    else doubles += Number(value);
  }
  return Number(integers) + doubles;
}
