import { HttpsError } from 'firebase-functions/https';
import * as v from 'valibot';

/** Larger than any input of ours, so that nobody makes us parse megabytes. */
const MAX_BYTES = 512 * 1024;

export const tooLarge = 'The input is too large.';

export const isTooLarge = ({ rawBody }: { readonly rawBody?: Buffer }): boolean =>
  (rawBody?.length ?? 0) > MAX_BYTES;

/** Deeper than any input of ours, so that later code may safely recurse. */
const MAX_DEPTH = 32;
const MAX_MESSAGE_CHARS = 200;

export const tooDeep = 'The input is nested too deeply.';

export function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return level.length > 0;
}

/**
 * Finds a key `__proto__`, which no schema can see. The SDK decodes it as the prototype, so that its fields
 * count as sent, or vanish.
 */
function oddity(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (key === '__proto__') return `${key}: Invalid key`;
    const deeper = oddity(part);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/**
 * Finds half of a surrogate pair in a text, which no database stores.
 *
 * @returns a sentence that names the field; undefined if all texts are well-formed
 */
function halfPair(value: unknown, at: readonly string[] = []): string | undefined {
  if (typeof value === 'string') {
    const isWhole = value.isWellFormed();
    return isWhole
      ? undefined
      : `${at.join('.')}: A character is incomplete. Delete it and try again.`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = halfPair(part, [...at, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Formats an issue: a contract's own sentence is complete, the schema library's needs the field's name. */
export function formatIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  const isLibrarys = /^Invalid [\w ]+: /.test(issue.message);
  return field && isLibrarys ? `${field}: ${issue.message}` : issue.message;
}

/**
 * Parses a caller's input; no input counts as an empty object.
 *
 * @param sent the data of the request's body, before the SDK decoded it; not too deep
 * @param data the same data, decoded
 * @throws HttpsError `invalid-argument`, naming the first problem
 */
export function parseInput<Input extends v.GenericSchema>(
  input: Input,
  sent: unknown,
  data: unknown,
): v.InferOutput<Input> {
  // The schemas would accept an empty list as an empty object.
  const odd = Array.isArray(sent) ? 'The input is not an object.' : oddity(sent);
  const parsed = v.safeParse(input, data ?? {}, { abortEarly: true });
  // Checked in the sent data, because cleaned texts have no halves.
  const half = parsed.success && odd === undefined ? halfPair(data) : undefined;
  const wrong = odd ?? (parsed.success ? half : formatIssue(parsed.issues[0]));
  if (parsed.success && wrong === undefined) return parsed.output;
  // The library quotes its input, however long that is.
  throw new HttpsError('invalid-argument', (wrong ?? '').slice(0, MAX_MESSAGE_CHARS));
}
