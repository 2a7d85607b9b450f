import { type Expression, type Node, parseExpressionAt } from 'acorn';
import { type Evaluate, ExpressionError } from './expression.ts';
import { compileCall } from './methods.ts';
import { binaryOperator } from './operators.ts';
import { RuleError } from './snapshot.ts';

/** The names a rule may use: `variables` by kind of rule, plus the `$names` of its levels. */
export type KnownNames = ReadonlySet<string>;

const QUERY_FIELDS = new Set([
  'orderByChild',
  'orderByKey',
  'orderByValue',
  'orderByPriority',
  'limitToFirst',
  'limitToLast',
  'startAt',
  'endAt',
  'equalTo',
]);
const AUTH_FIELDS = new Set(['uid', 'token', 'provider']);

/** Compiles a rule once; every unknown name, method or construct is refused here, not at run time. */
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
  return compile(parsed, names);
}

function compile(node: Expression | Node, names: KnownNames): Evaluate {
  const at = node as Expression;
  const inner = (child: Node): Evaluate => compile(child, names);
  switch (at.type) {
    case 'Literal':
      if (at.regex) return refuse(at, 'A pattern may only be the argument of matches()');
      if (typeof at.value === 'bigint') return refuse(at, 'Numbers have no n suffix');
      return () => at.value;
    case 'Identifier':
      return compileName(at.name, names, at);
    case 'MemberExpression':
      return compileMember(at, inner);
    case 'CallExpression':
      return compileCall(at, inner);
    case 'ArrayExpression':
      return refuse(at, 'A list may only be the argument of hasChildren()');
    case 'LogicalExpression': {
      const left = inner(at.left);
      const right = inner(at.right);
      if (at.operator === '&&') return (s) => requireBoolean(left(s)) && requireBoolean(right(s));
      if (at.operator === '||') return (s) => requireBoolean(left(s)) || requireBoolean(right(s));
      return refuse(at, `The operator ${at.operator} is not part of the rules language`);
    }
    case 'BinaryExpression': {
      const operate = binaryOperator(at.operator);
      if (!operate) return refuse(at, `${at.operator} is not part of the rules language`);
      const left = inner(at.left);
      const right = inner(at.right);
      return (scope) => operate(left(scope), right(scope));
    }
    case 'UnaryExpression': {
      const operand = inner(at.argument);
      if (at.operator === '!') return (scope) => !requireBoolean(operand(scope));
      if (at.operator === '-') return (scope) => -requireNumber(operand(scope));
      return refuse(at, `${at.operator} is not part of the rules language`);
    }
    case 'ConditionalExpression': {
      const test = inner(at.test);
      const yes = inner(at.consequent);
      const no = inner(at.alternate);
      return (scope) => (requireBoolean(test(scope)) ? yes(scope) : no(scope));
    }
    case 'ParenthesizedExpression':
      return inner(at.expression);
    default:
      return refuse(at, `${at.type} is not part of the rules language`);
  }
}

function compileName(name: string, names: KnownNames, node: Node): Evaluate {
  if (!names.has(name)) return refuse(node, `Unknown variable ${name}`);
  if (name.startsWith('$')) return (scope) => scope.wildcards.get(name);
  const key = name as 'now' | 'auth' | 'root' | 'data' | 'newData' | 'query';
  return (scope) => scope[key];
}

function compileMember(
  node: Extract<Expression, { type: 'MemberExpression' }>,
  inner: (child: Node) => Evaluate,
): Evaluate {
  const object = inner(node.object);
  if (node.computed) {
    if (rootName(node.object) !== 'auth')
      return refuse(node, 'Only auth.token may be indexed by []');
    const key = inner(node.property);
    return (scope) => fieldOf(object(scope), String(key(scope)));
  }
  const name = node.property.type === 'Identifier' ? node.property.name : '';
  if (node.object.type === 'Identifier' && node.object.name === 'query') {
    if (!QUERY_FIELDS.has(name)) return refuse(node.property, `query has no ${name}`);
    return (scope) => fieldOf(object(scope), name);
  }
  if (rootName(node.object) === 'auth') {
    const isTop = node.object.type === 'Identifier';
    if (isTop && !AUTH_FIELDS.has(name)) return refuse(node.property, `auth has no ${name}`);
    return (scope) => fieldOf(object(scope), name);
  }
  if (name !== 'length') return refuse(node.property, `There is no property ${name}`);
  return (scope) => {
    const text = object(scope);
    if (typeof text !== 'string') throw new RuleError('Only texts have a length');
    return text.length;
  };
}

/** `auth` for `auth.token.admin`: the variable a chain of fields starts from. */
function rootName(node: Node): string | null {
  const at = node as Expression;
  if (at.type === 'Identifier') return at.name;
  if (at.type === 'ParenthesizedExpression') return rootName(at.expression);
  return at.type === 'MemberExpression' ? rootName(at.object) : null;
}

/** A field of auth or query; null when missing, also on null, so `auth.uid` works signed out. */
function fieldOf(object: unknown, name: string): unknown {
  if (typeof object === 'string' && name === 'length') return object.length;
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return null;
  return (object as Record<string, unknown>)[name] ?? null;
}

function requireBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new RuleError('A condition must be true or false');
  return value;
}

function requireNumber(value: unknown): number {
  if (typeof value !== 'number') throw new RuleError('A number is needed');
  return value;
}

function refuse(node: Node, message: string): never {
  throw new ExpressionError(message, node.start);
}
