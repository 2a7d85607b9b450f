import { Duration, Timestamp, type Value } from './values.ts';

const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_SECOND = 1_000_000_000n;
const NANOS_PER_DAY = 86_400n * NANOS_PER_SECOND;
const MILLIS_PER_DAY = 86_400_000;

/** Methods of moments and lengths of time, without arguments; undefined when there is none. */
export function callTimeMethod(
  value: Value,
  name: string,
  args: readonly Value[],
): Value | undefined {
  if (args.length > 0) return undefined;
  if (value instanceof Duration) return ofDuration(value, name);
  return value instanceof Timestamp ? ofTimestamp(value, name) : undefined;
}

function ofDuration({ nanos }: Duration, name: string): Value | undefined {
  if (name === 'seconds') return nanos / NANOS_PER_SECOND;
  return name === 'nanos' ? nanos % NANOS_PER_SECOND : undefined;
}

function ofTimestamp({ nanos }: Timestamp, name: string): Value | undefined {
  const date = new Date(Number(floorDiv(nanos, NANOS_PER_MILLI)));
  const sinceMidnight = nanos - floorDiv(nanos, NANOS_PER_DAY) * NANOS_PER_DAY;
  switch (name) {
    case 'year':
      return BigInt(date.getUTCFullYear());
    case 'month':
      return BigInt(date.getUTCMonth() + 1);
    case 'day':
      return BigInt(date.getUTCDate());
    case 'hours':
      return BigInt(date.getUTCHours());
    case 'minutes':
      return BigInt(date.getUTCMinutes());
    case 'seconds':
      return BigInt(date.getUTCSeconds());
    case 'nanos':
      return sinceMidnight % NANOS_PER_SECOND;
    case 'dayOfWeek':
      return BigInt(((date.getUTCDay() + 6) % 7) + 1);
    case 'dayOfYear':
      return BigInt(
        Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / MILLIS_PER_DAY) + 1,
      );
    case 'toMillis':
      return BigInt(date.getTime());
    case 'date':
      return new Timestamp(nanos - sinceMidnight);
    case 'time':
      return new Duration(sinceMidnight);
    default:
      return undefined;
  }
}

function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}
