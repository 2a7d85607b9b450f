const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/;

/** Whole seconds since the epoch, and the nanoseconds after them. */
export type Moment = readonly [seconds: number, nanos: number];

/** Parses RFC 3339 to the nanosecond; undefined if invalid or outside the years 1 to 9999. */
export function readTimestamp(text: string): Moment | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const seconds = readSecond(match[1]! + match[3]!);
  if (!(seconds >= firstSecond && seconds <= lastSecond)) return undefined;
  return [seconds, Number((match[2] ?? '').padEnd(9, '0'))];
}

const firstSecond = Date.parse('0001-01-01T00:00:00Z') / 1_000;
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1_000;

/** Formats RFC 3339 in UTC, with zero, three, six or nine fractional digits as needed. */
export function writeTimestamp([seconds, nanos]: Moment): string {
  const whole = writeSecond(seconds);
  return nanos === 0 ? `${whole}Z` : `${whole}.${digitsOf(nanos)}Z`;
}

const readSecond = cachingLast((text: string) => Date.parse(text) / 1_000);

const writeSecond = cachingLast((seconds: number) =>
  new Date(seconds * 1_000).toISOString().slice(0, -5),
);

/** Caches the last result of a slow function: most consecutive times share a second. */
function cachingLast<A, B>(slow: (argument: A) => B): (argument: A) => B {
  let last: { readonly argument: A; readonly result: B } | undefined;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: slow(argument) };
    return last.result;
  };
}

function digitsOf(nanos: number): string {
  if (nanos % 1_000_000 === 0) return String(nanos / 1_000_000).padStart(3, '0');
  if (nanos % 1_000 === 0) return String(nanos / 1_000).padStart(6, '0');
  return String(nanos).padStart(9, '0');
}

export const cutToMicros = ([seconds, nanos]: Moment): Moment => [seconds, nanos - (nanos % 1_000)];

/** Compares two timestamps to the nanosecond. Invalid ones come first. */
export function compareTimestamps(a: string, b: string): number {
  if (a === b) return 0;
  const [secondsOfA, nanosOfA] = readTimestamp(a) ?? never;
  const [secondsOfB, nanosOfB] = readTimestamp(b) ?? never;
  // Two invalid ones are equal: Infinity minus itself would be NaN.
  if (secondsOfA === secondsOfB) return nanosOfA - nanosOfB;
  return secondsOfA < secondsOfB ? -1 : 1;
}

const never: Moment = [Number.NEGATIVE_INFINITY, 0];
