import { EvaluationError, type Value } from './values.ts';

/** Methods of texts and bytes; undefined when there is none for these arguments. */
export function callStringMethod(
  value: Value,
  name: string,
  args: readonly Value[],
): Value | undefined {
  if (value instanceof Uint8Array) return ofBytes(value, name, args);
  if (typeof value !== 'string') return undefined;
  const [first, second] = args;
  if (args.length === 0) return withoutArguments(value, name);
  if (typeof first !== 'string') return undefined;
  if (args.length === 1 && name === 'matches') return toPattern(first, true).test(value);
  if (args.length === 1 && name === 'split') return split(value, first);
  if (args.length === 2 && name === 'replace' && typeof second === 'string') {
    // A function, so that a dollar in the new text is only a dollar.
    return value.replace(toPattern(first, false, 'g'), () => second);
  }
  return undefined;
}

function withoutArguments(value: string, name: string): Value | undefined {
  switch (name) {
    case 'size':
      return BigInt([...value].length);
    // Only ASCII changes its case.
    case 'lower':
      return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    case 'upper':
      return value.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    case 'trim':
      return value.trim();
    case 'toUtf8':
      return Buffer.from(value);
    default:
      return undefined;
  }
}

function ofBytes(value: Uint8Array, name: string, args: readonly Value[]): Value | undefined {
  if (args.length > 0) return undefined;
  if (name === 'size') return BigInt(value.length);
  if (name === 'toBase64') return Buffer.from(value).toString('base64');
  return name === 'toHexString' ? Buffer.from(value).toString('hex').toUpperCase() : undefined;
}

function split(value: string, separator: string): Value {
  return value.split(toPattern(separator, false));
}

/**
 * The language's patterns are RE2's. JavaScript's are nearly a superset; what it has beyond is
 * refused, so that a pattern accepted here is not refused by production. `isWhole`: the pattern
 * must match all of the text.
 */
function toPattern(source: string, isWhole: boolean, flags = ''): RegExp {
  const options = /^\(\?([ims]+)\)/.exec(source);
  const body = source.slice(options?.[0].length ?? 0);
  if (/\(\?(?:[=!]|<[=!])|\\[1-9k]/.test(body.replaceAll('\\\\', ''))) {
    throw new EvaluationError('Patterns have no look-around and no back-references');
  }
  // RE2 lets every punctuation mark be escaped, a Unicode pattern only those that mean something.
  const portable = body.replace(/\\(\\|[^\w\s^$.*+?()[\]{}|/-])/g, (whole, mark) =>
    mark === '\\' ? whole : mark,
  );
  try {
    return new RegExp(isWhole ? wholeText(portable) : portable, `u${flags}${options?.[1] ?? ''}`);
  } catch {
    throw new EvaluationError(`Not a pattern: ${source}`);
  }
}

/** Nothing before it and nothing after it, also where ^ and $ stand for the ends of lines. */
const wholeText = (pattern: string): string => `(?<![\\s\\S])(?:${pattern})(?![\\s\\S])`;
