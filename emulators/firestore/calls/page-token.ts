import { invalid } from '../query/json.ts';

/**
 * A page token: where a list goes on.
 * @param list what is listed and how; a token is good for nothing else
 * @param last the last that was listed, in JSON
 */
export const writeToken = (list: readonly string[], last: unknown): string =>
  Buffer.from(JSON.stringify([list, last])).toString('base64url');

/**
 * Reads a token that `writeToken` wrote for the same list.
 * @param readLast reads what was listed last; undefined when it is nothing that could have been
 * @returns undefined for an empty token
 * @throws Refusal INVALID_ARGUMENT
 */
export function readToken<T>(
  token: string,
  list: readonly string[],
  readLast: (json: unknown) => T | undefined,
): T | undefined {
  if (token === '') return undefined;
  const json = parse(Buffer.from(token, 'base64url').toString());
  if (!Array.isArray(json) || JSON.stringify(json[0]) !== JSON.stringify(list)) throw refused();
  const last = readLast(json[1]);
  if (last === undefined) throw refused();
  return last;
}

const refused = () => invalid('invalid page token');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
