import { bytesToHash, hashes } from './hashing.ts';
import { int } from './operators.ts';
import { pathFrom } from './path-template.ts';
import { textOf, trimmed } from './text-of.ts';
import {
  Duration,
  EvaluationError,
  isNumber,
  LatLng,
  Timestamp,
  typeOf,
  type Value,
} from './values.ts';

type Args = readonly Value[];
/** Undefined when the arguments are not of its kind. */
type Global = (args: Args) => Value | undefined;

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
      if (typeof value === 'bigint') return BigInt.asIntN(64, value < 0n ? -value : value);
      return typeof value === 'number' ? Math.abs(value) : undefined;
    },
  },
  'math.ceil': { arity: 1, call: ofFloat(Math.ceil) },
  'math.floor': { arity: 1, call: ofFloat(Math.floor) },
  'math.round': { arity: 1, call: ofFloat((value) => toInt(Math.round(value))) },
  'math.sqrt': { arity: 1, call: ofFloat(Math.sqrt) },
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
  'duration.time': {
    arity: 4,
    call: ([hours, minutes, seconds, nanos]) =>
      typeof hours === 'bigint' &&
      typeof minutes === 'bigint' &&
      typeof seconds === 'bigint' &&
      typeof nanos === 'bigint'
        ? duration(hours * units.h! + minutes * units.m! + seconds * units.s! + nanos)
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
        ? latLng(Number(latitude), Number(longitude))
        : undefined,
  },
  int: { arity: 1, call: ([value]) => toIntFrom(value) },
  float: { arity: 1, call: ([value]) => toFloatFrom(value) },
  string: { arity: 1, call: ([value]) => textOf(value!) },
  path: {
    arity: 1,
    call: ([text]) => (typeof text === 'string' ? pathFrom(text) : undefined),
  },
  debug: { arity: 1, call: ([value]) => value },
  ...Object.fromEntries(
    Object.entries(hashes).map(([name, hash]) => [
      name,
      {
        arity: 1,
        call: ([value]: Args) => {
          const bytes = bytesToHash(value);
          return bytes && hash(bytes);
        },
      },
    ]),
  ),
};

/** The number of arguments of a global function; undefined when there is none of that name. */
export const globalArity = (name: string): number | undefined =>
  Object.hasOwn(globals, name) ? globals[name]!.arity : undefined;

export const isNamespace = (name: string): boolean =>
  ['math', 'timestamp', 'duration', 'latlng', 'hashing', 'firestore'].includes(name);

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

function latLng(latitude: number, longitude: number): LatLng {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
    return new LatLng(latitude, longitude);
  throw new EvaluationError('Latitude should be in [-90,90] range and longitude in [-180,180].');
}

function toInt(value: number): bigint {
  if (!Number.isFinite(value)) throw new EvaluationError('Not a finite number');
  return int(BigInt(value));
}

function toIntFrom(value: Value | undefined): Value | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return toInt(Math.trunc(value));
  return typeof value === 'string' && /^[+-]?\d+$/.test(value) ? int(BigInt(value)) : undefined;
}

/** Texts as Java reads them: with blanks around, and a letter for the type behind. */
function toFloatFrom(value: Value | undefined): Value | undefined {
  if (value !== undefined && isNumber(value)) return Number(value);
  if (typeof value !== 'string') return undefined;
  const text = trimmed(value);
  if (/^[+-]?(?:NaN|Infinity)$/.test(text)) return Number(text.replace(/^[+-](?=NaN)/, ''));
  const isFloat = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/.test(text);
  return isFloat ? Number(text.replace(/[fFdD]$/, '')) : undefined;
}
