import { textOf } from './text-of.ts';
import { EvaluationError, OpenPath, Path, type Value } from './values.ts';

const VARIABLE = /^\{([A-Za-z_]\w*)\}$/;

/** A path that was written as text, with `{names}` that `bind` has to fill. It equals no other path. */
export class PathTemplate extends OpenPath {
  readonly parts: readonly string[];
  constructor(parts: readonly string[]) {
    super();
    this.parts = parts;
  }
}

/** `path(text)`. Throws EvaluationError for a path with an empty part, or with none. */
export function pathFrom(text: string): Path {
  const parts = text.replace(/^\//, '').split('/');
  if (parts.includes('')) throw new EvaluationError(`Invalid Path Template ${text}.`);
  return pathOf(parts);
}

const pathOf = (parts: readonly string[]): Path =>
  parts.some((part) => VARIABLE.test(part)) ? new PathTemplate(parts) : new Path(parts);

/**
 * `path.bind(map)`: names that the map lacks stay open. Throws EvaluationError for names that the
 * path lacks.
 */
export function bindPath(path: Path, values: ReadonlyMap<string, Value>): Path {
  const parts = path instanceof PathTemplate ? path.parts : path.segments;
  for (const name of values.keys()) {
    if (parts.includes(`{${name}}`)) continue;
    throw new EvaluationError(`Variable(s) ${name} do not exist in the path template.`);
  }
  return pathOf(
    parts.map((part) => {
      const name = VARIABLE.exec(part)?.[1];
      if (name === undefined) return part;
      const value = values.get(name);
      return value === undefined ? part : textOf(value);
    }),
  );
}
