import { globalArity, isNamespace } from './globals.ts';
import { InvalidRules, type Position } from './invalid-rules.ts';
import { isTypeName } from './operators.ts';
import { listOperands } from './parts.ts';
import { toPattern } from './patterns.ts';
import { Scope } from './scope.ts';
import { findLookUp, type Service } from './services.ts';
import type { Block, Expression, FunctionDeclaration, RulesFile } from './syntax.ts';
import { EvaluationError } from './values.ts';

/** A scope that only records which names exist. */
type Known = Scope<true>;

const known = (names: readonly string[]): ReadonlyMap<string, true> =>
  new Map(names.map((name) => [name, true]));

/**
 * Refuses rules that can never be evaluated: unknown variables, functions and types, wrong numbers
 * of arguments, and recursive functions.
 * @throws InvalidRules with line and column
 */
export function checkRules({ functions, service: block }: RulesFile, service: Service): void {
  const variables = known(['request', 'resource']);
  const file: Known = new Scope({ variables, functions });
  const checker = new Checker(service);
  checker.functions(functions, file);
  checker.block(block, file);
}

class Checker {
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  #arity(name: string): number | undefined {
    return findLookUp(this.#service, name) ? 1 : globalArity(name);
  }

  block({ pattern, functions, allows, blocks }: Block, around: Known): void {
    const variables = pattern.flatMap((segment) =>
      segment.kind === 'fixed' ? [] : [segment.variable],
    );
    const scope: Known = new Scope({ around, variables: known(variables), functions });
    this.functions(functions, scope);
    for (const { condition } of allows) if (condition) this.#expression(condition, scope, []);
    for (const block of blocks) this.block(block, scope);
  }

  functions(functions: readonly FunctionDeclaration[], scope: Known): void {
    const names = new Set<string>();
    for (const declaration of functions) {
      if (names.has(declaration.name))
        fail(declaration.at, `Function ${declaration.name} is there twice`);
      names.add(declaration.name);
      this.#function(declaration, scope, []);
    }
  }

  /** Checks a function; `callers` is the call stack, outermost first. */
  #function(
    declaration: FunctionDeclaration,
    declaredIn: Known,
    callers: readonly FunctionDeclaration[],
  ): void {
    if (callers.includes(declaration)) {
      fail(declaration.at, `Function ${declaration.name} calls itself`);
    }
    const under = [...callers, declaration];
    let scope: Known = new Scope({ around: declaredIn, variables: known(declaration.parameters) });
    for (const { name, value } of declaration.lets) {
      this.#expression(value, scope, under);
      scope = scope.with(name, true);
    }
    this.#expression(declaration.result, scope, under);
  }

  #expression(expression: Expression, scope: Known, callers: readonly FunctionDeclaration[]): void {
    const { kind, at } = expression;
    if (kind === 'name' && !scope.has(expression.name)) {
      fail(at, `Unknown variable ${expression.name}`);
    }
    if (kind === 'is' && !isTypeName(expression.type)) fail(at, `Unknown type ${expression.type}`);
    if (kind === 'call') this.#call(expression, scope, callers);
    if (kind === 'method') this.#method(expression, scope);
    const parts = listOperands(expression);
    // A namespace is no value, so only the arguments of its function are checked.
    const isCallOfNamespace = kind === 'method' && isNamespaced(expression, scope);
    for (const part of isCallOfNamespace ? parts.slice(1) : parts) {
      this.#expression(part, scope, callers);
    }
  }

  #method(expression: MethodCall, scope: Known): void {
    const { of, name, args, at } = expression;
    const [first] = args;
    if (name === 'matches' && first?.kind === 'literal') {
      checkPattern(first);
    }
    if (of.kind !== 'name' || !isNamespaced(expression, scope)) return;
    const full = `${of.name}.${name}`;
    requireArity(at, full, this.#arity(full), args);
  }

  #call(
    { name, args, at }: Extract<Expression, { kind: 'call' }>,
    scope: Known,
    callers: readonly FunctionDeclaration[],
  ): void {
    const declared = scope.findFunction(name);
    const arity = declared?.declaration.parameters.length ?? this.#arity(name);
    requireArity(at, name, arity, args);
    if (declared) this.#function(declared.declaration, declared.scope, callers);
  }
}

type MethodCall = Extract<Expression, { kind: 'method' }>;

/** Whether `of.name(…)` is a function of a namespace, like math.abs, and no method of a value. */
export function isNamespaced<T>({ of }: MethodCall, scope: Scope<T>): boolean {
  return of.kind === 'name' && !scope.has(of.name) && isNamespace(of.name);
}

function checkPattern({ value, at }: Extract<Expression, { kind: 'literal' }>): void {
  try {
    if (typeof value === 'string') toPattern(value, false);
  } catch (error) {
    fail(at, error instanceof EvaluationError ? error.message : String(error));
  }
}

function requireArity(
  at: Position,
  name: string,
  arity: number | undefined,
  args: readonly Expression[],
): void {
  if (arity === undefined) fail(at, `Unknown function ${name}`);
  if (arity !== args.length) {
    fail(at, `${name} takes ${arity} arguments, not ${args.length}`);
  }
}

function fail(at: Position, why: string): never {
  throw new InvalidRules(at, why);
}
