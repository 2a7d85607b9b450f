import { createHash } from 'node:crypto';
import { Duration, EvaluationError, Timestamp, typeOf, type Value } from './values.ts';

type Args = readonly Value[];
/** Undefined when the arguments are not of its kind. */
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

/** Every function that is there from the start, by the name it is called by. */
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

/** The number of arguments of a global function; undefined when there is none of that name. */
export const globalArity = (name: string): number | undefined =>
  Object.hasOwn(globals, name) ? globals[name]!.arity : undefined;

export const isNamespace = (name: string): boolean =>
  ['timestamp', 'duration', 'hashing', 'firestore'].includes(name);

/** Calls a global function. Throws EvaluationError for arguments it does not take. */
export function callGlobal(name: string, args: Args): Value {
  const result = globals[name]?.call(args);
  if (result !== undefined) return result;
  throw new EvaluationError(`No ${name}(${args.map(typeOf).join(', ')})`);
}

function dateOf(year: number, month: number, day: number): Timestamp {
  const date = new Date(Date.UTC(year, month, day));
  // Date.UTC would take a year below 100 for one of the last century.
  date.setUTCFullYear(year);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) {
    throw new EvaluationError('There is no such day');
  }
  return timestamp(BigInt(date.getTime()) * 1_000_000n);
}

const FIRST_MOMENT = -62_135_596_800_000_000_000n;
const END_OF_TIME = 253_402_300_800_000_000_000n;
const LONGEST = 315_576_000_000_000_000_000n;

/** From the year 1 to the year 9999. */
function timestamp(nanos: bigint): Timestamp {
  if (nanos < FIRST_MOMENT || nanos >= END_OF_TIME) {
    throw new EvaluationError('Timestamp is not valid.');
  }
  return new Timestamp(nanos);
}

/** Ten thousand years at most. */
function duration(nanos: bigint): Duration {
  if (nanos > LONGEST || nanos < -LONGEST) throw new EvaluationError('Duration is not valid.');
  return new Duration(nanos);
}
