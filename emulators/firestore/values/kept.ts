import { codes, type Fields, Refusal, type Value } from '../contract.ts';
import { readTimestamp, writeTimestamp } from './timestamps.ts';
import { isVector } from './vectors.ts';

const mostDimensions = 2_048;

const invalid = (message: string) => new Refusal(codes.INVALID_ARGUMENT, message);

/**
 * A value as it is kept: timestamps are cut to microseconds, empty lists have one spelling.
 * @throws Refusal INVALID_ARGUMENT for what a filter may hold and a document may not, in
 *   Firestore's words
 */
export function keptValue(value: Value): Value {
  if ('timestampValue' in value) return { timestampValue: cutToMicros(value.timestampValue) };
  if ('arrayValue' in value) {
    const values = (value.arrayValue.values ?? []).map(keptElement);
    return { arrayValue: values.length > 0 ? { values } : {} };
  }
  if (!('mapValue' in value)) return value;
  const fields = value.mapValue.fields ?? {};
  const type = fields.__type__;
  if (type && !('stringValue' in type)) throw invalid('Field __type__ is not a string.');
  if (isVector(fields)) checkDimensions(fields.value);
  return { mapValue: Object.keys(fields).length > 0 ? { fields: keptFields(fields) } : {} };
}

/** The fields of a document or a map as they are kept. @throws Refusal as `keptValue` */
export const keptFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, keptValue(value)]));

function keptElement(value: Value): Value {
  if ('arrayValue' in value) throw invalid('Cannot convert an array value in an array value.');
  if ('mapValue' in value && isVector(value.mapValue.fields)) {
    throw invalid('Cannot convert a vector value in an array value.');
  }
  return keptValue(value);
}

function checkDimensions(list: Value | undefined): void {
  const count = list && 'arrayValue' in list ? (list.arrayValue.values?.length ?? 0) : 0;
  if (count > mostDimensions) {
    throw invalid(`Vectors must be at most ${mostDimensions} dimensions.`);
  }
}

function cutToMicros(text: string): string {
  const moment = readTimestamp(text);
  if (!moment) return text;
  const [seconds, nanos] = moment;
  return writeTimestamp([seconds, nanos - (nanos % 1_000)]);
}
