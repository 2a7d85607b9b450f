import { type Expression, type Node, parseExpressionAt } from 'acorn';
import { type Evaluate, ExpressionError } from './expression.ts';
import {
  type Argument,
  type Method,
  requireText,
  SNAPSHOT_METHODS,
  TEXT_METHODS,
} from './methods.ts';
import { binaryOperator } from './operators.ts';
import { findPatternProblem } from './pattern.ts';
import { RuleError } from './snapshot.ts';
import { NUMERIC, QUERY_FIELDS, type Type, VARIABLES } from './types.ts';

/** The names a rule may use: variables by kind of rule, plus the `$names` of its levels. */
export type KnownNames = ReadonlySet<string>;

type At<Kind extends Expression['type']> = Extract<Expression, { type: Kind }>;
type Inner = (child: Node) => Argument;

const NOT_A_FUNCTION = 'Type error: Function call on target that is not a function.';

/**
 * Compiles a rule once. Every unknown name, method or construct, and every type that the Realtime
 * Database can see to be wrong, is refused here and in its words, not at run time.
 */
export function compileExpression(text: string, names: KnownNames): Evaluate {
  let parsed: Expression;
  try {
    parsed = parseExpressionAt(text, 0, { ecmaVersion: 2015, preserveParens: true });
  } catch (error) {
    const at = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0;
    throw new ExpressionError(`This is not an expression: ${String(error)}`, at);
  }
  const rest = text.slice(parsed.end).trim();
  if (rest !== '') throw new ExpressionError(`Unexpected ${rest.slice(0, 20)}`, parsed.end);
  const { type, run } = compile(parsed, names);
  if (type !== 'boolean') return refuse(parsed, 'Expression must evaluate to a boolean.');
  return run;
}

function compile(node: Node, names: KnownNames): Argument {
  const at = node as Expression;
  const inner: Inner = (child) => compile(child, names);
  switch (at.type) {
    case 'Literal':
      return compileLiteral(at);
    case 'Identifier':
      return compileName(at, names);
    case 'MemberExpression':
      return compileMember(at, inner);
    case 'CallExpression':
      return compileCall(at, inner);
    case 'ArrayExpression':
      return compileList(at, inner);
    case 'LogicalExpression':
      return compileLogical(at, inner);
    case 'BinaryExpression':
      return compileBinary(at, inner);
    case 'UnaryExpression':
      return compileUnary(at, inner);
    case 'ConditionalExpression':
      return compileConditional(at, inner);
    case 'ParenthesizedExpression':
      return inner(at.expression);
    case 'AssignmentExpression':
      return refuse(at, 'Rule expressions may not contain assignments.');
    default:
      return refuse(at, `${at.type} is not part of the rules language`);
  }
}

const LITERALS: Readonly<Record<string, Type>> = {
  boolean: 'boolean',
  number: 'number',
  string: 'text',
};

function compileLiteral(at: At<'Literal'>): Argument {
  if (at.regex) {
    const { pattern, flags } = at.regex;
    const problem = findPatternProblem(pattern, flags);
    if (problem) return refuse(at, problem);
    const expression = new RegExp(pattern, flags);
    return { type: 'pattern', run: () => expression };
  }
  const type = at.value === null ? 'null' : LITERALS[typeof at.value];
  if (!type) return refuse(at, 'Numbers have no n suffix');
  return { type, run: () => at.value };
}

function compileName(at: At<'Identifier'>, names: KnownNames): Argument {
  const { name } = at;
  if (!names.has(name)) {
    if (name === 'newData') return refuse(at, 'newData is invalid in .read expressions.');
    return refuse(at, `Unknown variable '${name}'.`);
  }
  if (name.startsWith('$')) return { type: 'text', run: (scope) => scope.wildcards.get(name) };
  const key = name as 'now' | 'auth' | 'root' | 'data' | 'newData' | 'query';
  return { type: VARIABLES.get(name) ?? 'null', run: (scope) => scope[key] };
}

/** The name after the dot, or between brackets when it is written out. */
function memberName(at: At<'MemberExpression'>): string | undefined {
  if (!at.computed) return at.property.type === 'Identifier' ? at.property.name : '';
  let key = at.property as Expression;
  while (key.type === 'ParenthesizedExpression') key = key.expression;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

const methodsOf = (type: Type): ReadonlyMap<string, Method> | undefined => {
  if (type === 'snapshot') return SNAPSHOT_METHODS;
  return type === 'text' || type === 'value' || type === 'auth' ? TEXT_METHODS : undefined;
};

function compileMember(at: At<'MemberExpression'>, inner: Inner): Argument {
  const { type, run } = inner(at.object);
  const name = memberName(at);
  if (name === undefined) {
    const key = inner(at.property);
    if (type !== 'auth') return refuse(at.property, 'Invalid property access.');
    return { type: 'auth', run: (scope) => fieldOf(run(scope), String(key.run(scope))) };
  }
  const methods = methodsOf(type);
  // A method that is not called is of no use to anything around it.
  if (methods?.has(name)) return { type: 'method', run };
  if (type === 'auth') return { type, run: (scope) => fieldOf(run(scope), name) };
  const field = type === 'query' ? QUERY_FIELDS.get(name) : undefined;
  if (field) return { type: field, run: (scope) => fieldOf(run(scope), name) };
  if (name === 'length' && (type === 'text' || type === 'value')) {
    return { type: 'number', run: (scope) => requireText(run(scope)).length };
  }
  return refuse(
    at.property,
    methods || type === 'query'
      ? `No such method/property '${name}'.`
      : 'Invalid property access: target is not an object.',
  );
}

function compileCall(at: At<'CallExpression'>, inner: Inner): Argument {
  const callee = at.callee as Expression;
  if (callee.type !== 'MemberExpression') return refuse(at, NOT_A_FUNCTION);
  const receiver = inner(callee.object);
  const name = memberName(callee) ?? '';
  const method = methodsOf(receiver.type)?.get(name);
  if (!method) {
    compileMember(callee, inner);
    return refuse(callee.property, NOT_A_FUNCTION);
  }
  const list = at.arguments.map(inner);
  const refusal = method.refusal(name, list);
  if (refusal) return refuse(at.arguments[0] ?? at, refusal);
  const run: Evaluate = (scope) =>
    method.call(
      receiver.run(scope),
      list.map((argument) => argument.run(scope)),
    );
  return { type: method.returns, run };
}

function compileList(at: At<'ArrayExpression'>, inner: Inner): Argument {
  const elements = at.elements.map((element) => {
    if (!element) return refuse(at, 'hasChildren() expects an array of strings.');
    return inner(element);
  });
  return { type: 'list', elements, run: (scope) => elements.map(({ run }) => run(scope)) };
}

function compileLogical(at: At<'LogicalExpression'>, inner: Inner): Argument {
  const left = inner(at.left);
  const right = inner(at.right);
  if (at.operator !== '&&' && at.operator !== '||') {
    return refuse(at, `The operator ${at.operator} is not part of the rules language`);
  }
  if (left.type !== 'boolean') {
    return refuse(at.left, `Left operand of ${at.operator} must be boolean.`);
  }
  if (right.type !== 'boolean') {
    return refuse(at.right, `Right operand of ${at.operator} must be boolean.`);
  }
  const run: Evaluate =
    at.operator === '&&'
      ? (scope) => left.run(scope) && right.run(scope)
      : (scope) => left.run(scope) || right.run(scope);
  return { type: 'boolean', run };
}

function compileBinary(at: At<'BinaryExpression'>, inner: Inner): Argument {
  const operator = binaryOperator(at.operator);
  if (!operator) return refuse(at, `${at.operator} is not part of the rules language`);
  const left = inner(at.left);
  const right = inner(at.right);
  if (!operator.takes.has(left.type)) return refuse(at.left, operator.refusal('left'));
  if (!operator.takes.has(right.type)) return refuse(at.right, operator.refusal('right'));
  return {
    type: operator.result(left.type, right.type),
    run: (scope) => operator.run(left.run(scope), right.run(scope)),
  };
}

function compileUnary(at: At<'UnaryExpression'>, inner: Inner): Argument {
  const { type, run } = inner(at.argument);
  if (at.operator === '!') {
    if (type !== 'boolean') return refuse(at.argument, '! only operates on booleans.');
    return { type, run: (scope) => !run(scope) };
  }
  if (at.operator !== '-') return refuse(at, `${at.operator} is not part of the rules language`);
  if (!NUMERIC.has(type)) return refuse(at.argument, '- only operates on numbers.');
  return { type: 'number', run: (scope) => -requireNumber(run(scope)) };
}

function compileConditional(at: At<'ConditionalExpression'>, inner: Inner): Argument {
  const test = inner(at.test);
  const yes = inner(at.consequent);
  const no = inner(at.alternate);
  if (test.type !== 'boolean') return refuse(at.test, 'condition of ? must be boolean.');
  return {
    type: yes.type === no.type ? yes.type : 'mixed',
    run: (scope) => (test.run(scope) ? yes.run(scope) : no.run(scope)),
  };
}

/** A field of auth or query; null when missing, also on null, so `auth.uid` works signed out. */
function fieldOf(object: unknown, name: string): unknown {
  if (typeof object === 'string' && name === 'length') return object.length;
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return null;
  return (object as Record<string, unknown>)[name] ?? null;
}

function requireNumber(value: unknown): number {
  if (typeof value !== 'number') throw new RuleError('A number is needed');
  return value;
}

function refuse(node: Node, message: string): never {
  throw new ExpressionError(message, node.start);
}
