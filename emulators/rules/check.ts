import { globalArity, isNamespace } from './globals.ts';
import { InvalidRules, type Position } from './invalid-rules.ts';
import { toPattern } from './methods-of-strings.ts';
import { isTypeName } from './operators.ts';
import { Scope } from './scope.ts';
import type { Block, Expression, FunctionDeclaration, RulesFile } from './syntax.ts';
import { EvaluationError } from './values.ts';

/** Where a variable comes from does not matter here, only that it is known. */
type Known = Scope<true>;

const known = (names: readonly string[]): ReadonlyMap<string, true> =>
  new Map(names.map((name) => [name, true]));

/**
 * Refuses what can never be computed: unknown variables, functions, types and numbers of arguments,
 * and functions that call themselves. Throws InvalidRules with line and column.
 */
export function checkRules({ functions, service }: RulesFile): void {
  const variables = known(['request', 'resource']);
  const file: Known = new Scope({ variables, functions });
  checkFunctions(functions, file);
  checkBlock(service, file);
}

function checkBlock({ pattern, functions, allows, blocks }: Block, around: Known): void {
  const variables = pattern.flatMap((segment) =>
    segment.kind === 'fixed' ? [] : [segment.variable],
  );
  const scope: Known = new Scope({ around, variables: known(variables), functions });
  checkFunctions(functions, scope);
  for (const { condition } of allows) if (condition) checkExpression(condition, scope, []);
  for (const block of blocks) checkBlock(block, scope);
}

function checkFunctions(functions: readonly FunctionDeclaration[], scope: Known): void {
  const names = new Set<string>();
  for (const declaration of functions) {
    if (names.has(declaration.name))
      fail(declaration.at, `Function ${declaration.name} is there twice`);
    names.add(declaration.name);
    checkFunction(declaration, scope, []);
  }
}

/** `callers` are the functions under way, outermost first. */
function checkFunction(
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
    checkExpression(value, scope, under);
    scope = scope.with(name, true);
  }
  checkExpression(declaration.result, scope, under);
}

function checkExpression(
  expression: Expression,
  scope: Known,
  callers: readonly FunctionDeclaration[],
): void {
  const { kind, at } = expression;
  if (kind === 'name' && !scope.has(expression.name)) {
    fail(at, `Unknown variable ${expression.name}`);
  }
  if (kind === 'is' && !isTypeName(expression.type)) fail(at, `Unknown type ${expression.type}`);
  if (kind === 'call') checkCall(expression, scope, callers);
  if (kind === 'method') checkMethod(expression, scope);
  for (const part of partsOf(expression, scope)) checkExpression(part, scope, callers);
}

/** The expressions an expression is made of. */
function partsOf(expression: Expression, scope: Known): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.flat();
    case 'path':
      return expression.segments.filter((segment) => typeof segment !== 'string');
    case 'member':
      return [expression.of];
    case 'index':
      return [expression.of, expression.index];
    case 'slice':
      return [expression.of, expression.from, expression.to];
    case 'unary':
    case 'is':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.condition, expression.yes, expression.no];
    case 'call':
      return expression.args;
    case 'method':
      return isNamespaced(expression, scope)
        ? expression.args
        : [expression.of, ...expression.args];
  }
}

type MethodCall = Extract<Expression, { kind: 'method' }>;

/** Whether `of.name(…)` is a function of a namespace, like math.abs, and no method of a value. */
export function isNamespaced<T>({ of }: MethodCall, scope: Scope<T>): boolean {
  return of.kind === 'name' && !scope.has(of.name) && isNamespace(of.name);
}

function checkMethod(expression: MethodCall, scope: Known): void {
  const { of, name, args, at } = expression;
  const [first] = args;
  if (['matches', 'split'].includes(name) && first?.kind === 'literal') {
    checkPattern(first);
  }
  if (of.kind !== 'name' || !isNamespaced(expression, scope)) return;
  const isLookUp = of.name === 'firestore' && (name === 'get' || name === 'exists');
  requireArity(at, `${of.name}.${name}`, isLookUp ? 1 : globalArity(`${of.name}.${name}`), args);
}

/** A pattern that is written out is known to be one before anybody asks. */
function checkPattern({ value, at }: Extract<Expression, { kind: 'literal' }>): void {
  try {
    if (typeof value === 'string') toPattern(value, false);
  } catch (error) {
    fail(at, error instanceof EvaluationError ? error.message : String(error));
  }
}

function checkCall(
  { name, args, at }: Extract<Expression, { kind: 'call' }>,
  scope: Known,
  callers: readonly FunctionDeclaration[],
): void {
  const declared = scope.findFunction(name);
  const arity = declared?.declaration.parameters.length ?? globalArity(name);
  requireArity(at, name, arity, args);
  if (declared) checkFunction(declared.declaration, declared.scope, callers);
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
