import type { Later } from './evaluate.ts';
import type { PatternSegment } from './syntax.ts';
import { EvaluationError, OpenPath, Path } from './values.ts';

/** Stands at the end of a list's path for any document that the list may return. */
export const someDocument = Symbol('some document');
/** Stands for any number of documents and collections, as above a collection group. */
export const anyDepth = Symbol('any depth');

export type PathPart = string | typeof someDocument | typeof anyDepth;

export interface Match {
  readonly variables: ReadonlyMap<string, Later>;
  readonly rest: readonly PathPart[];
}

export function* matches(
  pattern: readonly PatternSegment[],
  path: readonly PathPart[],
): Generator<Match> {
  const [segment, ...others] = pattern;
  if (segment === undefined) {
    yield { variables: new Map(), rest: path };
    return;
  }
  if (segment.kind === 'rest') {
    for (let taken = 0; taken <= path.length; taken += 1) {
      const variable = [segment.variable, laterPath(path.slice(0, taken))] as const;
      yield* withVariable(variable, matches(others, path.slice(taken)));
    }
    return;
  }
  const [first, ...rest] = path;
  if (first === undefined || first === '' || first === anyDepth) return;
  if (segment.kind === 'fixed') {
    if (segment.text === first) yield* matches(others, rest);
    return;
  }
  yield* withVariable([segment.variable, laterName(first)], matches(others, rest));
}

function* withVariable(
  variable: readonly [string, Later],
  found: Iterable<Match>,
): Generator<Match> {
  for (const { variables, rest } of found) {
    yield { variables: new Map([variable, ...variables]), rest };
  }
}

const laterName =
  (part: string | typeof someDocument): Later =>
  () => {
    if (typeof part === 'string') return part;
    throw new EvaluationError('Null value error.');
  };

/** Makes a path value; in a list only its type is known. */
function laterPath(parts: readonly PathPart[]): Later {
  const names = parts.filter((part) => typeof part === 'string');
  const path = names.length < parts.length ? new OpenPath() : new Path(names);
  return () => path;
}
