import type { Block, Expression, RulesFile } from './syntax.ts';
import type { Value } from './values.ts';

interface Seen {
  held: boolean;
  refused: boolean;
  isBoolean: boolean;
}

/** What every expression of a rules file has come to so far: for tests that judge other tests. */
export class Coverage {
  readonly #seen = new Map<Expression, Seen>();

  /** `value` is undefined where the expression could not be computed. */
  note(expression: Expression, value: Value | undefined): void {
    const seen = this.#seen.get(expression) ?? { held: false, refused: false, isBoolean: false };
    this.#seen.set(expression, seen);
    seen.held ||= value === true;
    seen.refused ||= value === false || value === undefined;
    seen.isBoolean ||= typeof value === 'boolean';
  }

  /**
   * Conditions that have only ever held, only ever refused, or were never reached, each as
   * `line:column`. Operands of `&&` and `||` count one by one.
   */
  halfTested(file: RulesFile): string[] {
    const unreached = rootsOf(file).filter((root) => !this.#seen.has(root));
    const half = [...this.#seen]
      .filter(([{ kind }, { isBoolean }]) => isBoolean && kind !== 'literal')
      .filter(([, { held, refused }]) => !held || !refused)
      .map(([expression]) => expression);
    return [...unreached, ...half].map(({ at: { line, column } }) => `${line}:${column}`);
  }
}

/** The condition of each `allow` and the result of each function. */
function rootsOf({ functions, service }: RulesFile): Expression[] {
  const rootsIn = (block: Block): Expression[] => [
    ...block.functions.map(({ result }) => result),
    ...block.allows.flatMap(({ condition }) => condition ?? []),
    ...block.blocks.flatMap(rootsIn),
  ];
  return [...functions.map(({ result }) => result), ...rootsIn(service)];
}
