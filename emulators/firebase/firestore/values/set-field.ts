import type { Fields, Segments, Value } from '../contract.ts';
import { fieldsIn, valueAt } from './field-paths.ts';

/**
 * The fields with one put, replaced or, without a value, taken away. What is in the way of a path
 * and is not a map gives way to one; nothing is made only to take something away from it.
 */
export function setField(fields: Fields, path: Segments, value: Value | undefined): Fields {
  const [name, ...rest] = path;
  if (name === undefined) return fields;
  if (value === undefined && valueAt(fields, path) === undefined) return fields;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
  }
  if (rest.length === 0 && value !== undefined) return { ...fields, [name]: value };
  const old = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const changed = setField(fieldsIn(old) ?? {}, rest, value);
  return {
    ...fields,
    [name]: { mapValue: Object.keys(changed).length > 0 ? { fields: changed } : {} },
  };
}
