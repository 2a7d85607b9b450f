import { type Fields, invalid, type Segments, type Value } from '../contract.ts';
import { isReserved } from './reserved.ts';

export const nameField = '__name__';

export const isNamePath = (path: Segments): boolean => path.length === 1 && path[0] === nameField;

const step = /(?:([a-zA-Z_][a-zA-Z_0-9]*)|`((?:[^`\\]|\\[`\\])+)`)(\.|$)/y;

/**
 * Parses a field path: names separated by dots; other names than identifiers in backticks, where
 * `\`` and `\\` are escapes.
 * @throws Refusal INVALID_ARGUMENT with Firestore's message
 */
export function parseFieldPath(text: string): Segments {
  if (text === '') throw invalid('Invalid empty property path string.');
  const names: string[] = [];
  let isOpen = true;
  step.lastIndex = 0;
  while (isOpen) {
    const match = step.exec(text);
    if (!match) throw invalid(invalidPath(text));
    names.push(match[1] ?? match[2]!.replace(/\\(.)/gs, '$1'));
    isOpen = match[3] === '.';
  }
  checkReserved(names);
  return names;
}

function checkReserved(names: Segments): void {
  if (isNamePath(names)) return;
  for (const name of names) {
    // The callers decide about `__name__`.
    if (isReserved(name) && name !== nameField)
      throw invalid(`Invalid reserved name in field path ${name}`);
  }
}

const invalidPath = (text: string) =>
  `Invalid property path "${text}". Unquoted property paths must match regex ` +
  '([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\\\]|(?:\\\\.))+`)';

export const fieldsIn = (value: Value | undefined): Fields | undefined =>
  value && 'mapValue' in value ? value.mapValue.fields : undefined;

export function valueAt(fields: Fields, path: Segments): Value | undefined {
  let inside: Fields | undefined = fields;
  let value: Value | undefined;
  for (const name of path) {
    value = inside && Object.hasOwn(inside, name) ? inside[name] : undefined;
    if (!value) return undefined;
    inside = fieldsIn(value);
  }
  return value;
}

export function pickFields(fields: Fields, paths: readonly Segments[]): Fields {
  const picked: [string, Value][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const below = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
    if (below.some((path) => path.length === 0)) picked.push([name, value]);
    else if (below.length > 0) {
      const inner = pickFields(fieldsIn(value) ?? {}, below);
      if (Object.keys(inner).length > 0) picked.push([name, { mapValue: { fields: inner } }]);
    }
  }
  return Object.fromEntries(picked);
}
