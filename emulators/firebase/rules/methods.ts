import { contains } from './constraint.ts';
import { callCollectionMethod } from './methods-of-collections.ts';
import { callStringMethod } from './methods-of-strings.ts';
import { callTimeMethod } from './methods-of-times.ts';
import { Constraint, Duration, EvaluationError, Timestamp, typeOf, type Value } from './values.ts';

/** Calls `value.name(…args)`. @throws EvaluationError for a method that the type lacks */
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
  if (value instanceof Constraint) return callConstraintMethod;
  return callCollectionMethod;
}

/** Calls `hasAny`, the only method of an unknown list. */
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
