import { Duration, Timestamp, type Value } from './values.ts';

const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_SECOND = 1_000_000_000n;

export function callTimeMethod(
  value: Value,
  name: string,
  args: readonly Value[],
): Value | undefined {
  if (args.length > 0) return undefined;
  if (value instanceof Duration) {
    return name === 'seconds' ? value.nanos / NANOS_PER_SECOND : undefined;
  }
  if (!(value instanceof Timestamp) || name !== 'toMillis') return undefined;
  // Rounds down, also before 1970.
  const { nanos } = value;
  return (
    (nanos - (((nanos % NANOS_PER_MILLI) + NANOS_PER_MILLI) % NANOS_PER_MILLI)) / NANOS_PER_MILLI
  );
}
