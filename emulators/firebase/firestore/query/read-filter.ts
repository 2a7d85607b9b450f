import { invalid, notCovered, type Segments, type Value } from '../contract.ts';
import { parseFieldPath } from '../values/field-paths.ts';
import { readComparand } from '../values/read-value.ts';
import type { FieldFilter, Filter, Operator } from './filter.ts';
import { readList, readMessage, readString } from './json.ts';

const covered: Readonly<Record<string, readonly Operator[]>> = {
  FieldFilter: [
    'LESS_THAN',
    'LESS_THAN_OR_EQUAL',
    'GREATER_THAN',
    'GREATER_THAN_OR_EQUAL',
    'EQUAL',
    'ARRAY_CONTAINS',
    'IN',
  ],
  UnaryFilter: ['IS_NULL'],
};
const maxInValues = 30;

/**
 * Reads a Filter message.
 * @throws Refusal INVALID_ARGUMENT with Firestore's message; UNIMPLEMENTED for other operators
 */
export function readFilter(json: unknown): Filter {
  const message = readMessage(json, 'Filter', ['compositeFilter', 'fieldFilter', 'unaryFilter']);
  const kinds = Object.keys(message).filter((kind) => message[kind] !== null);
  if (kinds.length > 1) throw invalid(`A Filter cannot be ${kinds.join(' and ')} at once.`);
  if (kinds[0] === 'compositeFilter') return readComposite(message.compositeFilter);
  if (kinds[0] === 'fieldFilter') return [readField(message.fieldFilter)];
  if (kinds[0] === 'unaryFilter') return [readUnary(message.unaryFilter)];
  throw invalid('Unknown Filter type.');
}

function readComposite(json: unknown): Filter {
  const message = readMessage(json, 'CompositeFilter', ['op', 'filters']);
  const op = readString(message.op, 'CompositeFilter.op');
  if (op === 'OR') throw notCovered('The operator OR');
  if (op !== 'AND') throw invalid('Unsupported CompositeFilter operator.');
  return readList(message.filters, 'CompositeFilter.filters').flatMap(readFilter);
}

function readField(json: unknown): FieldFilter {
  const message = readMessage(json, 'FieldFilter', ['field', 'op', 'value']);
  const field = readFieldReference(message.field);
  const op = readOperator(message.op, 'FieldFilter');
  const value = readComparand(message.value);
  return { field, op, values: op === 'IN' ? readValues(value) : [value] };
}

function readUnary(json: unknown): FieldFilter {
  const message = readMessage(json, 'UnaryFilter', ['field', 'op']);
  const field = readFieldReference(message.field);
  return { field, op: readOperator(message.op, 'UnaryFilter'), values: [] };
}

function readOperator(json: unknown, name: 'FieldFilter' | 'UnaryFilter'): Operator {
  const text = readString(json, `${name}.op`);
  const op = covered[name]?.find((each) => each === text);
  if (op) return op;
  if (text === '' || text === 'OPERATOR_UNSPECIFIED') throw invalid(`Unknown ${name} operator.`);
  throw notCovered(`The operator ${text}`);
}

function readValues(value: Value): readonly Value[] {
  if (!('arrayValue' in value)) throw invalid("'IN' requires an ArrayValue.");
  const values = value.arrayValue.values ?? [];
  if (values.length === 0) throw invalid("'IN' requires an non-empty ArrayValue.");
  if (values.length > maxInValues) {
    throw invalid(`'IN' supports up to ${maxInValues} comparison values.`);
  }
  return values;
}

export function readFieldReference(json: unknown): Segments {
  const message = readMessage(json, 'FieldReference', ['fieldPath']);
  return parseFieldPath(readString(message.fieldPath, 'FieldReference.fieldPath'));
}
