import { invalid, notCovered, type Segments, type Value } from '../contract.ts';
import { type Json, readList, readMessage, readString } from '../query/json.ts';
import { isNamePath, parseFieldPath } from '../values/field-paths.ts';
import { checkKept } from '../values/kept.ts';
import { readValue } from '../values/read-value.ts';
import type { Transform } from '../values/transforms.ts';

const kinds = ['setToServerValue', 'increment', 'appendMissingElements', 'removeAllFromArray'];

/**
 * Reads a list of FieldTransform messages.
 * @throws Refusal INVALID_ARGUMENT with Firestore's message
 */
export function readTransforms(json: unknown, name: string): readonly Transform[] {
  const transforms: Transform[] = [];
  for (const each of readList(json, name)) {
    const transform = readTransform(each);
    for (const { field } of transforms) checkApart(field, transform.field);
    transforms.push(transform);
  }
  return transforms;
}

function checkApart(one: Segments, other: Segments): void {
  const above = isBelow(one, other) ? other : isBelow(other, one) ? one : undefined;
  if (!above) return;
  throw invalid(
    `Cannot transform property ${above.join('.')} and its nested property at the same time.`,
  );
}

const isBelow = (path: Segments, above: Segments): boolean =>
  path.length > above.length && above.every((name, at) => path[at] === name);

function readTransform(json: unknown): Transform {
  const message = readMessage(json, 'FieldTransform', [
    'fieldPath',
    ...kinds,
    'maximum',
    'minimum',
  ]);
  for (const kind of ['maximum', 'minimum']) {
    if (message[kind] !== undefined) throw notCovered(`The transform ${kind}`);
  }
  const named = kinds.filter((kind) => message[kind] !== undefined && message[kind] !== null);
  const [kind, other] = named;
  if (other !== undefined) {
    throw invalid(`A FieldTransform cannot be ${kind} and ${other} at once.`);
  }
  const field = parseFieldPath(readString(message.fieldPath, 'FieldTransform.fieldPath'));
  if (isNamePath(field)) throw invalid('The name of a document cannot be transformed.');
  return readKind(kind, message, field);
}

function readKind(kind: string | undefined, message: Json, field: Segments): Transform {
  switch (kind) {
    case 'setToServerValue':
      checkServerValue(message.setToServerValue);
      return { field, kind: 'requestTime' };
    case 'increment':
      return { field, kind, operand: readNumber(message[kind]) };
    case 'appendMissingElements':
      return { field, kind: 'union', elements: readElements(message[kind]) };
    case 'removeAllFromArray':
      return { field, kind: 'remove', elements: readElements(message[kind]) };
    default:
      throw invalid('Operation type must be specified for field transformation.');
  }
}

function checkServerValue(json: unknown): void {
  const value = readString(json, 'FieldTransform.setToServerValue');
  if (value === 'REQUEST_TIME') return;
  if (value !== 'SERVER_VALUE_UNSPECIFIED') throw invalid(`Unknown ServerValue "${value}".`);
  throw invalid('ServerValue type must be specified for set_to_server_value transformation.');
}

function readNumber(json: unknown): Value {
  const value = readValue(json);
  if ('integerValue' in value || 'doubleValue' in value) return value;
  throw invalid('Input must be int64 or double.');
}

/**
 * Reads array elements. Google's emulator accepts nested arrays here, though a document may not
 * hold them.
 */
function readElements(json: unknown): readonly Value[] {
  const { values } = readMessage(json, 'ArrayValue', ['values']);
  return readList(values, 'ArrayValue.values').map((each) => {
    const value = readValue(each);
    checkKept(value);
    return value;
  });
}
