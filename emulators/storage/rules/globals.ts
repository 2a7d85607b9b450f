import { Buffer } from 'node:buffer';
import { int } from './operators.ts';
import {
  Duration,
  EvaluationError,
  isNumber,
  LatLng,
  Path,
  Timestamp,
  typeOf,
  type Value,
} from './values.ts';

type Args = readonly Value[];
/** Undefined when the arguments are not of its kind. */
type Global = (args: Args) => Value | undefined;

const rounding =
  (round: (value: number) => number): Global =>
  ([value]) => {
    if (typeof value === 'bigint') return value;
    return typeof value === 'number' ? toInt(round(value)) : undefined;
  };

const ofFloat =
  (compute: (value: number) => Value): Global =>
  ([value]) =>
    value !== undefined && isNumber(value) ? compute(Number(value)) : undefined;

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
  'math.abs': {
    arity: 1,
    call: ([value]) => {
      if (typeof value === 'bigint') return int(value < 0n ? -value : value);
      return typeof value === 'number' ? Math.abs(value) : undefined;
    },
  },
  'math.ceil': { arity: 1, call: rounding(Math.ceil) },
  'math.floor': { arity: 1, call: rounding(Math.floor) },
  'math.round': { arity: 1, call: rounding(Math.round) },
  'math.sqrt': { arity: 1, call: ofFloat(Math.sqrt) },
  'math.isInfinite': { arity: 1, call: ofFloat((value) => Math.abs(value) === Infinity) },
  'math.isNaN': { arity: 1, call: ofFloat(Number.isNaN) },
  'math.pow': {
    arity: 2,
    call: ([base, exponent]) =>
      base !== undefined && exponent !== undefined && isNumber(base) && isNumber(exponent)
        ? Number(base) ** Number(exponent)
        : undefined,
  },
  'timestamp.date': {
    arity: 3,
    call: ([year, month, day]) =>
      areInts(year, month, day)
        ? new Timestamp(BigInt(Date.UTC(Number(year), Number(month) - 1, Number(day))) * 1_000_000n)
        : undefined,
  },
  'timestamp.value': {
    arity: 1,
    call: ([millis]) =>
      typeof millis === 'bigint' ? new Timestamp(millis * 1_000_000n) : undefined,
  },
  'duration.value': {
    arity: 2,
    call: ([amount, unit]) =>
      typeof amount === 'bigint' && typeof unit === 'string' && Object.hasOwn(units, unit)
        ? new Duration(amount * units[unit]!)
        : undefined,
  },
  'duration.time': {
    arity: 4,
    call: ([hours, minutes, seconds, nanos]) =>
      typeof hours === 'bigint' &&
      typeof minutes === 'bigint' &&
      typeof seconds === 'bigint' &&
      typeof nanos === 'bigint'
        ? new Duration(hours * units.h! + minutes * units.m! + seconds * units.s! + nanos)
        : undefined,
  },
  'duration.abs': {
    arity: 1,
    call: ([value]) =>
      value instanceof Duration
        ? new Duration(value.nanos < 0n ? -value.nanos : value.nanos)
        : undefined,
  },
  'latlng.value': {
    arity: 2,
    call: ([latitude, longitude]) =>
      latitude !== undefined && longitude !== undefined && isNumber(latitude) && isNumber(longitude)
        ? new LatLng(Number(latitude), Number(longitude))
        : undefined,
  },
  int: { arity: 1, call: ([value]) => toIntFrom(value) },
  float: { arity: 1, call: ([value]) => toFloatFrom(value) },
  string: { arity: 1, call: ([value]) => toTextFrom(value) },
  bool: {
    arity: 1,
    call: ([value]) => {
      if (typeof value === 'boolean') return value;
      const text = typeof value === 'string' ? value.toLowerCase() : undefined;
      return text === 'true' ? true : text === 'false' ? false : undefined;
    },
  },
  path: {
    arity: 1,
    call: ([text]) =>
      typeof text === 'string' ? new Path(text.split('/').filter(Boolean)) : undefined,
  },
  debug: { arity: 1, call: ([value]) => value },
};

/** The number of arguments of a global function; undefined when there is none of that name. */
export const globalArity = (name: string): number | undefined =>
  Object.hasOwn(globals, name) ? globals[name]!.arity : undefined;

export const isNamespace = (name: string): boolean =>
  ['math', 'timestamp', 'duration', 'latlng', 'firestore'].includes(name);

/** Calls a global function. Throws EvaluationError for arguments it does not take. */
export function callGlobal(name: string, args: Args): Value {
  const result = globals[name]?.call(args);
  if (result !== undefined) return result;
  throw new EvaluationError(`No ${name}(${args.map(typeOf).join(', ')})`);
}

const areInts = (...values: (Value | undefined)[]): boolean =>
  values.every((value) => typeof value === 'bigint');

function toInt(value: number): bigint {
  if (!Number.isFinite(value)) throw new EvaluationError('Not a finite number');
  return int(BigInt(value));
}

function toIntFrom(value: Value | undefined): Value | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return toInt(Math.trunc(value));
  return typeof value === 'string' && /^[+-]?\d+$/.test(value) ? int(BigInt(value)) : undefined;
}

function toFloatFrom(value: Value | undefined): Value | undefined {
  if (value !== undefined && isNumber(value)) return Number(value);
  const isFloat =
    typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value);
  return isFloat ? Number(value) : undefined;
}

function toTextFrom(value: Value | undefined): Value | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return value instanceof Path ? `/${value.segments.join('/')}` : undefined;
}
