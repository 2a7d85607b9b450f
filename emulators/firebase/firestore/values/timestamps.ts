const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/;

/** Whole seconds since the epoch, and the nanoseconds after them. */
export type Moment = readonly [seconds: number, nanos: number];

/** A moment of RFC 3339, to the nanosecond; undefined when it is none between the years 1 and 9999. */
export function readTimestamp(text: string): Moment | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const seconds = readSecond(match[1]! + match[3]!);
  if (!(seconds >= firstSecond && seconds <= lastSecond)) return undefined;
  return [seconds, Number((match[2] ?? '').padEnd(9, '0'))];
}

const firstSecond = Date.parse('0001-01-01T00:00:00Z') / 1_000;
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1_000;

/** RFC 3339 in UTC, with no, three, six or nine digits of a second, as many as it needs. */
export function writeTimestamp([seconds, nanos]: Moment): string {
  const whole = writeSecond(seconds);
  return nanos === 0 ? `${whole}Z` : `${whole}.${digitsOf(nanos)}Z`;
}

const readSecond = keepingLast((text: string) => Date.parse(text) / 1_000);

const writeSecond = keepingLast((seconds: number) =>
  new Date(seconds * 1_000).toISOString().slice(0, -5),
);

/** A slow function of one argument, for times that follow each other: most are of one second. */
function keepingLast<A, B>(slow: (argument: A) => B): (argument: A) => B {
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

/** A moment cut to the microseconds that Firestore keeps. */
export const cutToMicros = ([seconds, nanos]: Moment): Moment => [seconds, nanos - (nanos % 1_000)];

/** The order of two moments, to the nanosecond. What cannot be read comes first. */
export function compareTimestamps(a: string, b: string): number {
  if (a === b) return 0;
  const [secondsOfA, nanosOfA] = readTimestamp(a) ?? never;
  const [secondsOfB, nanosOfB] = readTimestamp(b) ?? never;
  // Two that cannot be read are alike: Infinity less itself would be NaN.
  if (secondsOfA === secondsOfB) return nanosOfA - nanosOfB;
  return secondsOfA < secondsOfB ? -1 : 1;
}

const never: Moment = [Number.NEGATIVE_INFINITY, 0];
