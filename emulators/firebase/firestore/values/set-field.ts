import type { Fields, Segments, Value } from '../contract.ts';
import { fieldsIn, valueAt } from './field-paths.ts';

/**
 * Returns the fields with one set or, without a value, deleted. A value in the way of a path is
 * replaced by a map. A deletion never creates maps.
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
