import { Path, Timestamp, type Value } from './values.ts';

/**
 * Reads a value in the format of Firestore's REST API: an object with one key, which names the
 * type.
 */
export function fromFirestore(json: unknown): Value {
  const [[type, value] = []] = Object.entries(json as Record<string, unknown>);
  switch (type) {
    case 'nullValue':
      return null;
    case 'booleanValue':
      return value === true;
    case 'integerValue':
      return BigInt(value as string);
    case 'doubleValue':
      // JSON has no NaN and no infinity, so they arrive as strings.
      return Number(value);
    case 'stringValue':
      return value as string;
    case 'bytesValue':
      return Buffer.from(value as string, 'base64');
    case 'timestampValue':
      return timestampOf(value as string);
    case 'referenceValue':
      return new Path((value as string).split('/').slice(2));
    case 'arrayValue':
      return ((value as { values?: unknown[] }).values ?? []).map(fromFirestore);
    case 'mapValue': {
      const { fields = {} } = value as { fields?: Record<string, unknown> };
      return new Map(Object.entries(fields).map(([key, field]) => [key, fromFirestore(field)]));
    }
    default:
      throw new Error(`No value of Firestore: ${JSON.stringify(json)}`);
  }
}

/** Reads a timestamp with up to nine fractional digits; a Date would drop six. */
function timestampOf(text: string): Timestamp {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  const seconds = BigInt(Date.parse(text.replace(/\.\d+/, '')) / 1000);
  return new Timestamp(seconds * 1_000_000_000n + BigInt(fraction.padEnd(9, '0')));
}
