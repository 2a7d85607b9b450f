import type { Segments, Value } from '../contract.ts';
import { parseFieldPath } from '../values/field-paths.ts';
import { readComparand } from '../values/read-value.ts';
import type { FieldFilter, Filter, Operator } from './filter.ts';
import { invalid, type Json, readList, readMessage, readString } from './json.ts';

const binary: readonly Operator[] = [
  ...(['LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL'] as const),
  ...(['EQUAL', 'NOT_EQUAL', 'ARRAY_CONTAINS', 'IN', 'ARRAY_CONTAINS_ANY', 'NOT_IN'] as const),
];
const unary: readonly Operator[] = ['IS_NULL', 'IS_NAN', 'IS_NOT_NULL', 'IS_NOT_NAN'];
const mostValues = { IN: 30, ARRAY_CONTAINS_ANY: 30, NOT_IN: 10 } as const;

/**
 * Reads a Filter message.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function readFilter(json: unknown): Filter {
  const message = readMessage(json, 'Filter', ['compositeFilter', 'fieldFilter', 'unaryFilter']);
  const kinds = Object.keys(message).filter((kind) => message[kind] !== null);
  if (kinds.length > 1) throw invalid(`A Filter cannot be ${kinds.join(' and ')} at once.`);
  if (kinds[0] === 'compositeFilter') return readComposite(message.compositeFilter);
  if (kinds[0] === 'fieldFilter') return readField(message.fieldFilter);
  if (kinds[0] === 'unaryFilter') return readUnary(message.unaryFilter);
  throw invalid('Unknown Filter type.');
}

function readComposite(json: unknown): Filter {
  const message = readMessage(json, 'CompositeFilter', ['op', 'filters']);
  const op = readString(message.op, 'CompositeFilter.op');
  if (op !== 'AND' && op !== 'OR') throw invalid('Unsupported CompositeFilter operator.');
  const filters = readList(message.filters, 'CompositeFilter.filters');
  if (op === 'OR' && filters.length === 0) {
    throw invalid('Composite filter must have at least one sub-filter.');
  }
  return { op, filters: filters.map((filter) => readFilter(filter)) };
}

function readField(json: unknown): FieldFilter {
  const message = readMessage(json, 'FieldFilter', ['field', 'op', 'value']);
  const field = readFieldReference(message.field);
  const op = operatorOf(message, 'FieldFilter', binary);
  const value = readComparand(message.value);
  const isList = op === 'IN' || op === 'NOT_IN' || op === 'ARRAY_CONTAINS_ANY';
  const values = isList ? readValues(op, value) : [value];
  return { field, op, values };
}

function readUnary(json: unknown): FieldFilter {
  const message = readMessage(json, 'UnaryFilter', ['field', 'op']);
  const field = readFieldReference(message.field);
  const op = operatorOf(message, 'UnaryFilter', unary);
  return { field, op, values: [] };
}

function operatorOf(message: Json, name: string, operators: readonly Operator[]): Operator {
  const text = readString(message.op, `${name}.op`);
  const op = operators.find((each) => each === text);
  if (!op) throw invalid(`Unknown ${name} operator.`);
  return op;
}

function readValues(op: keyof typeof mostValues, value: Value): readonly Value[] {
  if (!('arrayValue' in value)) throw invalid(`'${op}' requires an ArrayValue.`);
  const values = value.arrayValue.values ?? [];
  if (values.length === 0) throw invalid(`'${op}' requires an non-empty ArrayValue.`);
  const most = mostValues[op];
  if (values.length > most) throw invalid(`'${op}' supports up to ${most} comparison values.`);
  return values;
}

/** Reads a FieldReference. */
export function readFieldReference(json: unknown): Segments {
  const message = readMessage(json, 'FieldReference', ['fieldPath']);
  return parseFieldPath(readString(message.fieldPath, 'FieldReference.fieldPath'));
}
