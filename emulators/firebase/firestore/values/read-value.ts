import { type Fields, invalid, notCovered, type Value } from '../contract.ts';
import { isReserved } from './reserved.ts';
import { readAnyName } from './resource-names.ts';
import { cutToMicros, readTimestamp, writeTimestamp } from './timestamps.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a Value message, already type-checked by the wire, and normalises it: timestamps are cut to
 * microseconds, empty parts left out. Nested arrays are accepted, as in a filter.
 * @throws Refusal INVALID_ARGUMENT; UNIMPLEMENTED for geo points and vectors
 */
export function readValue(json: unknown): Value {
  const [kind] = Object.keys(json ?? {});
  if (kind === undefined) throw invalid('Cannot convert firestore.v1.Value with type unset.');
  if (kind === 'geoPointValue') throw notCovered('A geo point');
  const value = json as Value;
  if ('timestampValue' in value) {
    const moment = readTimestamp(value.timestampValue);
    if (!moment) throw invalid(`${value.timestampValue} is not a time.`);
    return { timestampValue: writeTimestamp(cutToMicros(moment)) };
  }
  if ('referenceValue' in value) readAnyName(value.referenceValue);
  if ('arrayValue' in value) {
    const values = (value.arrayValue.values ?? []).map(readValue);
    return { arrayValue: values.length > 0 ? { values } : {} };
  }
  if ('mapValue' in value) {
    const fields = readFields(value.mapValue.fields);
    return { mapValue: Object.keys(fields).length > 0 ? { fields } : {} };
  }
  return value;
}

/**
 * Reads a Value to compare with documents. A timestamp on its own, not in a list or a map, keeps
 * its nanoseconds, so that no stored one equals it.
 * @throws Refusal like `readValue`
 */
export function readComparand(json: unknown): Value {
  const value = readValue(json);
  return 'timestampValue' in value ? (json as Value) : value;
}

export function readFields(json: unknown): Fields {
  // A field `__proto__`, which this object cannot hold, is refused as reserved.
  const fields: Record<string, Value> = {};
  for (const [name, value] of Object.entries((json ?? {}) as Json)) {
    // The SDKs write vectors as maps with this field.
    if (name === '__type__') throw notCovered('A vector');
    if (isReserved(name)) throw invalid(`field name '${name}' is reserved.`);
    fields[name] = readValue(value);
  }
  return fields;
}

export function spellDouble(value: number): number | 'NaN' | 'Infinity' | '-Infinity' | '-0' {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return 'Infinity';
  if (value === Number.NEGATIVE_INFINITY) return '-Infinity';
  return Object.is(value, -0) ? '-0' : value;
}
