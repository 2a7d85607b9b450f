/** What a line may hold: texts and whole numbers. Nothing in it is nested, optional or null. */
export type Flat = Readonly<Record<string, string | number>>;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON in ASCII: whatever is not printable ASCII is written as \uxxxx, in lower case. */
const asciiText = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) => escaped(unit));

/**
 * The one way to write a line of the public log (docs/public-log.md, "Bytes"): keys in the order
 * given, no spaces, whole numbers, ASCII.
 *
 * @throws RangeError for a number that is not whole or cannot be counted exactly
 */
export function canonical(fields: Flat): string {
  const members = Object.entries(fields).map(([key, value]) => {
    if (typeof value === 'string') return `${asciiText(key)}:${asciiText(value)}`;
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      throw new RangeError(`${key} is ${value}, which is not a whole number`);
    }
    return `${asciiText(key)}:${value}`;
  });
  return `{${members.join(',')}}`;
}

/** Reads a line written by `canonical`; undefined unless writing it again gives the same bytes. */
export function readCanonical(text: string): Flat | undefined {
  try {
    const fields: Flat = JSON.parse(text);
    return canonical(fields) === text ? fields : undefined;
  } catch {
    // It is not JSON, or holds what cannot be written.
    return undefined;
  }
}
