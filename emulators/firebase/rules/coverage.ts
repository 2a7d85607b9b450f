import type { Span } from './invalid-rules.ts';
import { listOperands } from './parts.ts';
import type { Block, Expression, RulesFile } from './syntax.ts';
import { type EvaluationError, typeOf, Unproven, type Value } from './values.ts';

interface Taken {
  readonly value: object;
  count: number;
}

/** The limit of distinct values recorded for an expression, to keep reports small. */
const MAX_DISTINCT_VALUES = 20;

export class Coverage {
  readonly #seen = new Map<Expression, Map<string, Taken>>();

  note(expression: Expression, value: Value): void {
    this.#count(expression, keyOf(value), () => written(value));
  }

  noteFailure(expression: Expression, failure: EvaluationError): void {
    const { at = expression.at } = failure;
    failure.at = at;
    const isOpen = failure instanceof Unproven;
    this.#count(expression, isOpen ? 'open' : `failed ${at.from} ${failure.message}`, () => ({
      // Only refusals name a position; an unproven query does not refuse anyone on its own.
      undefined: isOpen ? {} : { sourcePosition: position(at), causeMessage: failure.message },
    }));
  }

  /**
   * Lists conditions that have only ever held, only ever refused, or were never reached, each as
   * `line:column`. Operands of `&&` and `||` count separately.
   */
  halfTested(file: RulesFile): string[] {
    const unreached = rootsOf(file).filter((root) => !this.#seen.has(root));
    const half = [...this.#seen]
      .filter(([{ kind }, seen]) => kind !== 'literal' && (seen.has('true') || seen.has('false')))
      .filter(([, seen]) => !seen.has('true') || ![...seen.keys()].some(isRefusal))
      .map(([expression]) => expression);
    return [...unreached, ...half].map(({ at: { line, column } }) => `${line}:${column}`);
  }

  /**
   * Returns the answer of `:ruleCoverage` in the format of Google's emulator. `text` is the rules
   * file.
   */
  report(file: RulesFile, text: string): object {
    return {
      rules: { files: [{ name: 'security.rules', content: text }] },
      report: rootsOf(file).map((root) => this.#entry(root, letsOf(file, root))),
    };
  }

  #entry(expression: Expression, more: readonly Expression[] = []): object {
    const values = [...(this.#seen.get(expression)?.values() ?? [])];
    const children = [...more, ...listOperands(expression)].map((part) => this.#entry(part));
    return {
      sourcePosition: position(expression.at),
      ...(values.length > 0 ? { values } : {}),
      ...(children.length > 0 ? { children } : {}),
    };
  }

  #count(expression: Expression, key: string, write: () => object): void {
    let seen = this.#seen.get(expression);
    if (!seen) {
      seen = new Map();
      this.#seen.set(expression, seen);
    }
    const taken = seen.get(key);
    if (taken) taken.count += 1;
    else if (seen.size < MAX_DISTINCT_VALUES || /^(?:true|false)$/.test(key))
      seen.set(key, { value: write(), count: 1 });
  }
}

const isRefusal = (key: string): boolean => /^(?:false|open|failed .*)$/s.test(key);

const position = ({ line, column, from, to }: Span) => ({
  line,
  column,
  currentOffset: from,
  endOffset: to,
});

const keyOf = (value: Value): string =>
  typeof value === 'boolean' ? String(value) : typeOf(value);

/** Formats booleans by value, other values only by type: documents would fill the memory. */
function written(value: Value): object {
  if (typeof value === 'boolean') return { boolValue: value };
  return value === null ? { nullValue: null } : { [`${typeOf(value)}Value`]: {} };
}

function rootsOf({ functions, service }: RulesFile): Expression[] {
  const rootsIn = (block: Block): Expression[] => [
    ...block.functions.map(({ result }) => result),
    ...block.allows.flatMap(({ condition }) => condition ?? []),
    ...block.blocks.flatMap(rootsIn),
  ];
  return [...functions.map(({ result }) => result), ...rootsIn(service)];
}

/** Returns the `let` values of the function whose result is `root`; empty for any other root. */
function letsOf({ functions, service }: RulesFile, root: Expression): Expression[] {
  const functionsIn = (block: Block): RulesFile['functions'] => [
    ...block.functions,
    ...block.blocks.flatMap(functionsIn),
  ];
  return [...functions, ...functionsIn(service)]
    .filter(({ result }) => result === root)
    .flatMap(({ lets }) => lets.map(({ value }) => value));
}
