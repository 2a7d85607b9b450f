const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i;

/**
 * A moment of RFC 3339 with up to nine digits, as Firestore keeps it.
 * @returns whole seconds since the epoch, and the nanoseconds after them; undefined when it is not one
 */
export function readTimestamp(text: string): readonly [number, number] | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const seconds = Date.parse(match[1]! + match[3]!) / 1_000;
  if (Number.isNaN(seconds)) return undefined;
  return [seconds, Number((match[2] ?? '').padEnd(9, '0'))];
}

/** The order of two moments, to the nanosecond. What cannot be read comes first. */
export function compareTimestamps(a: string, b: string): number {
  if (a === b) return 0;
  const [secondsOfA, nanosOfA] = readTimestamp(a) ?? never;
  const [secondsOfB, nanosOfB] = readTimestamp(b) ?? never;
  // Two that cannot be read are alike: Infinity less itself would be NaN.
  if (secondsOfA === secondsOfB) return nanosOfA - nanosOfB;
  return secondsOfA < secondsOfB ? -1 : 1;
}

const never = [Number.NEGATIVE_INFINITY, 0] as const;
