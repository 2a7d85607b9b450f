import { contains } from './constraint.ts';
import { callCollectionMethod } from './methods-of-collections.ts';
import { callStringMethod } from './methods-of-strings.ts';
import { callTimeMethod } from './methods-of-times.ts';
import { bindPath } from './path-template.ts';
import {
  Constraint,
  Duration,
  EvaluationError,
  LatLng,
  Path,
  Timestamp,
  typeOf,
  type Value,
} from './values.ts';

/** Calls `value.name(…args)`. Throws EvaluationError for a method its type does not have. */
export function callMethod(value: Value, name: string, args: readonly Value[]): Value {
  const result = methodsFor(value)?.(value, name, args);
  if (result === undefined) {
    throw new EvaluationError(`${typeOf(value)} has no ${name}(${args.map(typeOf).join(', ')})`);
  }
  return result;
}

type MethodTable = (value: Value, name: string, args: readonly Value[]) => Value | undefined;

function methodsFor(value: Value): MethodTable | undefined {
  if (typeof value === 'string' || value instanceof Uint8Array) return callStringMethod;
  if (value instanceof Timestamp || value instanceof Duration) return callTimeMethod;
  if (value instanceof LatLng) return callLatLngMethod;
  if (value instanceof Path) return callPathMethod;
  if (value instanceof Constraint) return callConstraintMethod;
  return callCollectionMethod;
}

/** `hasAny` is all that can be asked of lists no one has seen. */
function callConstraintMethod(
  value: Value,
  name: string,
  [values]: readonly Value[],
): Value | undefined {
  if (!(value instanceof Constraint) || name !== 'hasAny' || !Array.isArray(values)) {
    return undefined;
  }
  return contains(value, values);
}

function callPathMethod(value: Value, name: string, args: readonly Value[]): Value | undefined {
  const [values] = args;
  if (!(value instanceof Path) || name !== 'bind' || !(values instanceof Map)) {
    return undefined;
  }
  return bindPath(value, values);
}

const EARTH_RADIUS_METRES = 6_371_010;

function callLatLngMethod(value: Value, name: string, args: readonly Value[]): Value | undefined {
  if (!(value instanceof LatLng)) return undefined;
  if (args.length === 0 && name === 'latitude') return value.latitude;
  if (args.length === 0 && name === 'longitude') return value.longitude;
  const [other] = args;
  if (name !== 'distance' || args.length !== 1 || !(other instanceof LatLng)) return undefined;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const chord =
    half(other.latitude - value.latitude) +
    Math.cos(radians(value.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(other.longitude - value.longitude);
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(chord));
}
