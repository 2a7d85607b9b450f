import { trimmed } from './path-segment.ts';
import { toPattern } from './patterns.ts';
import { EvaluationError, type Value } from './values.ts';

export function callStringMethod(
  value: Value,
  name: string,
  args: readonly Value[],
): Value | undefined {
  if (value instanceof Uint8Array) {
    if (args.length > 0 || name !== 'toHexString') return undefined;
    return Buffer.from(value).toString('hex').toUpperCase();
  }
  if (typeof value !== 'string') return undefined;
  const [first, second] = args;
  if (args.length === 0) return withoutArguments(value, name);
  if (typeof first !== 'string') return undefined;
  if (args.length === 1 && name === 'matches') return toPattern(first, true).test(value);
  if (args.length === 2 && name === 'replace' && typeof second === 'string') {
    return value.replace(toPattern(first, false, 'g'), (...match) => fillIn(second, match));
  }
  return undefined;
}

function withoutArguments(value: string, name: string): Value | undefined {
  switch (name) {
    case 'size':
      return BigInt(value.length);
    // Only ASCII letters change their case.
    case 'lower':
      return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    case 'upper':
      return value.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    case 'trim':
      return trimmed(value);
    default:
      return undefined;
  }
}

/** Expands a replacement: `$1` inserts a group, a backslash escapes the next character. */
function fillIn(text: string, match: readonly unknown[]): string {
  const groups = match.slice(
    0,
    match.findIndex((part) => typeof part === 'number'),
  ) as string[];
  return text.replace(/\\(.)|\$(\d)/g, (_whole, letter: string | undefined, group: string) => {
    if (letter !== undefined) return letter;
    if (Number(group) >= groups.length) throw new EvaluationError(`There is no group ${group}`);
    return groups[Number(group)] ?? '';
  });
}
