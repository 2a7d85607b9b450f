import { createHash } from 'node:crypto';

/** Formats JSON with sorted keys, so that equal inputs have equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(
        // Stryker disable next-line EqualityOperator: Field names are unique.
        ([a], [b]) => (a < b ? -1 : 1),
      )
      .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** Returns a short hash of an entry's input: 22 base64url characters of its SHA-256. */
export const hashInput = (input: unknown): string =>
  createHash('sha256').update(canonical(input)).digest('base64url').slice(0, 22);
