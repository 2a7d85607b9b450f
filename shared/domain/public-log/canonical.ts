/** The fields of a line: texts and whole numbers, none nested, optional or null. */
export type Flat = Readonly<Record<string, string | number>>;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Writes JSON in ASCII: characters outside of printable ASCII become \uxxxx in lower case. */
const asciiText = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) => escaped(unit));

/**
 * Writes a line of the public log in its only form (docs/public-log.md, "Bytes"): keys in the given order, no
 * spaces, whole numbers, ASCII.
 *
 * @throws RangeError for a number that is not a safe integer
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

/** Reads a canonical line; undefined unless writing it gives the same bytes. */
export function readCanonical(text: string): Flat | undefined {
  try {
    const fields: Flat = JSON.parse(text);
    return canonical(fields) === text ? fields : undefined;
  } catch {
    // Invalid JSON, or a value that `canonical` cannot write.
    return undefined;
  }
}
