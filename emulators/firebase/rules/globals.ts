import { createHash } from 'node:crypto';
import { Duration, EvaluationError, Timestamp, typeOf, type Value } from './values.ts';

type Args = readonly Value[];
/** A built-in function; undefined means that the argument types do not match. */
type Global = (args: Args) => Value | undefined;

const units: Readonly<Record<string, bigint>> = {
  w: 604_800_000_000_000n,
  d: 86_400_000_000_000n,
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  ns: 1n,
};

const globals: Readonly<Record<string, { readonly arity: number; readonly call: Global }>> = {
  'timestamp.date': {
    arity: 3,
    call: ([year, month, day]) =>
      typeof year === 'bigint' && typeof month === 'bigint' && typeof day === 'bigint'
        ? dateOf(Number(year), Number(month) - 1, Number(day))
        : undefined,
  },
  'timestamp.value': {
    arity: 1,
    call: ([millis]) => (typeof millis === 'bigint' ? timestamp(millis * 1_000_000n) : undefined),
  },
  'duration.value': {
    arity: 2,
    call: ([amount, unit]) =>
      typeof amount === 'bigint' && typeof unit === 'string' && Object.hasOwn(units, unit)
        ? duration(amount * units[unit]!)
        : undefined,
  },
  'hashing.sha256': {
    arity: 1,
    call: ([text]) =>
      typeof text === 'string' ? createHash('sha256').update(text).digest() : undefined,
  },
};

export const globalArity = (name: string): number | undefined =>
  Object.hasOwn(globals, name) ? globals[name]!.arity : undefined;

export const isNamespace = (name: string): boolean =>
  ['timestamp', 'duration', 'hashing', 'firestore'].includes(name);

/** Calls a built-in function. @throws EvaluationError for arguments of the wrong type */
export function callGlobal(name: string, args: Args): Value {
  const result = globals[name]?.call(args);
  if (result !== undefined) return result;
  throw new EvaluationError(`No ${name}(${args.map(typeOf).join(', ')})`);
}

function dateOf(year: number, month: number, day: number): Timestamp {
  const date = new Date(Date.UTC(year, month, day));
  // Date.UTC maps years below 100 to the 20th century.
  date.setUTCFullYear(year);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) {
    throw new EvaluationError('There is no such day');
  }
  return timestamp(BigInt(date.getTime()) * 1_000_000n);
}

const MIN_TIMESTAMP_NANOS = -62_135_596_800_000_000_000n;
const TIMESTAMP_LIMIT_NANOS = 253_402_300_800_000_000_000n;
const MAX_DURATION_NANOS = 315_576_000_000_000_000_000n;

/**
 * Makes a timestamp from the year 1 to the year 9999. @throws EvaluationError outside that range
 */
function timestamp(nanos: bigint): Timestamp {
  if (nanos < MIN_TIMESTAMP_NANOS || nanos >= TIMESTAMP_LIMIT_NANOS) {
    throw new EvaluationError('Timestamp is not valid.');
  }
  return new Timestamp(nanos);
}

/** Makes a duration of at most ten thousand years. @throws EvaluationError for a longer one */
function duration(nanos: bigint): Duration {
  if (nanos > MAX_DURATION_NANOS || nanos < -MAX_DURATION_NANOS)
    throw new EvaluationError('Duration is not valid.');
  return new Duration(nanos);
}
