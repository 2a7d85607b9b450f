import { checkRules } from './check.ts';
import { Coverage } from './coverage.ts';
import { Evaluator, type FindDocument, type Later, type ValueScope } from './evaluate.ts';
import { parseRules } from './parse.ts';
import { Scope } from './scope.ts';
import type { Block, Method, PatternSegment, RulesFile } from './syntax.ts';
import { Path, type Value } from './values.ts';

/** What is asked of the rules: a method at a path, and what `request` and `resource` stand for. */
export interface Question {
  readonly method: Method;
  readonly path: readonly string[];
  readonly request: Value;
  readonly resource: Value;
}

/** A rules file ready for questions. */
export class Ruleset {
  readonly #file: RulesFile;
  readonly #coverage = new Coverage();

  /** Throws InvalidRules for a text that is not a rules file of the service. */
  constructor(text: string, service?: string) {
    this.#file = parseRules(text, service);
    checkRules(this.#file);
  }

  /** Conditions that questions have not yet seen both hold and refuse, each as `line:column`. */
  halfTested(): string[] {
    return this.#coverage.halfTested(this.#file);
  }

  /** Whether any block that matches the path allows the method. */
  allows({ method, path, request, resource }: Question, findDocument: FindDocument): boolean {
    const evaluator = new Evaluator(findDocument, this.#coverage);
    const { functions, service } = this.#file;
    const file: ValueScope = new Scope({
      variables: new Map([
        ['request', () => request],
        ['resource', () => resource],
      ]),
      functions,
    });
    const isAllowedIn = (
      block: Block,
      segments: readonly string[],
      around: ValueScope,
    ): boolean => {
      const matched = match(block.pattern, segments);
      if (!matched) return false;
      const { variables, rest } = matched;
      const scope: ValueScope = new Scope({ around, variables, functions: block.functions });
      const isOwn =
        rest.length === 0 &&
        block.allows.some(
          ({ methods, condition }) =>
            methods.has(method) && (!condition || evaluator.holds(condition, scope)),
        );
      return isOwn || block.blocks.some((inner) => isAllowedIn(inner, rest, scope));
    };
    return isAllowedIn(service, path, file);
  }
}

/** What the variables of a pattern stand for, and what it leaves of the path; undefined: no match. */
function match(
  pattern: readonly PatternSegment[],
  path: readonly string[],
): { variables: ReadonlyMap<string, Later>; rest: readonly string[] } | undefined {
  const variables = new Map<string, Later>();
  let rest = path;
  for (const segment of pattern) {
    if (segment.kind === 'rest') {
      const all = new Path(rest);
      variables.set(segment.variable, () => all);
      return { variables, rest: [] };
    }
    const [first, ...others] = rest;
    if (first === undefined) return undefined;
    if (segment.kind === 'fixed' ? segment.text !== first : first === '') return undefined;
    if (segment.kind === 'one') variables.set(segment.variable, () => first);
    rest = others;
  }
  return { variables, rest };
}
