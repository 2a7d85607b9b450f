import { type Expression, type Node, parseExpressionAt } from 'acorn';
import { type Evaluate, ExpressionError } from './expression.ts';
import { RuleError, type RuleSnapshot } from './snapshot.ts';

export type KnownNames = ReadonlySet<string>;

/**
 * The static type of an expression: `value` is stored data, `auth` is `auth` or anything inside it.
 */
type Type = 'boolean' | 'number' | 'text' | 'null' | 'list' | 'snapshot' | 'value' | 'auth';

interface Compiled {
  readonly type: Type;
  readonly run: Evaluate;
}

type At<Kind extends Expression['type']> = Extract<Expression, { type: Kind }>;
type Inner = (child: Node) => Compiled;

/**
 * Compiles a rule once.
 * @throws ExpressionError for every unknown name, method or construct, and every type error visible
 * before run time
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

function compile(node: Node, names: KnownNames): Compiled {
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
      return compileNot(at, inner);
    case 'ParenthesizedExpression':
      return inner(at.expression);
    default:
      return refuse(at, `${at.type} is not covered by the local Realtime Database`);
  }
}

const LITERALS: Readonly<Record<string, Type>> = {
  boolean: 'boolean',
  number: 'number',
  string: 'text',
};

function compileLiteral(at: At<'Literal'>): Compiled {
  const type = at.value === null && !at.regex ? 'null' : LITERALS[typeof at.value];
  if (!type) return refuse(at, `${at.raw} is not covered by the local Realtime Database`);
  return { type, run: () => at.value };
}

const VARIABLES: Readonly<Record<string, Type>> = {
  now: 'number',
  auth: 'auth',
  root: 'snapshot',
  data: 'snapshot',
  newData: 'snapshot',
};

function compileName(at: At<'Identifier'>, names: KnownNames): Compiled {
  const { name } = at;
  if (!names.has(name)) {
    if (name === 'newData') return refuse(at, 'newData is invalid in .read expressions.');
    return refuse(at, `Unknown variable '${name}'.`);
  }
  if (name.startsWith('$')) return { type: 'text', run: (scope) => scope.wildcards.get(name) };
  const key = name as 'now' | 'auth' | 'root' | 'data' | 'newData';
  return { type: VARIABLES[name] ?? 'null', run: (scope) => scope[key] };
}

/**
 * Compiles a field of `auth`; null when missing, also on null, so that `auth.uid` works signed out.
 */
function compileMember(at: At<'MemberExpression'>, inner: Inner): Compiled {
  const { type, run } = inner(at.object);
  const name = nameOf(at);
  if (type !== 'auth') return refuse(at.property, `No such method/property '${name}'.`);
  return {
    type,
    run: (scope) => {
      const object = run(scope);
      if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name))
        return null;
      return (object as Record<string, unknown>)[name] ?? null;
    },
  };
}

function nameOf({ computed, property }: At<'MemberExpression'>): string {
  if (!computed && property.type === 'Identifier') return property.name;
  if (property.type === 'Literal' && typeof property.value === 'string') return property.value;
  return refuse(property, 'Invalid property access.');
}

interface Method {
  readonly returns: Type;
  /** The arguments; `keys` may be left out. */
  readonly takes: 'nothing' | 'path' | 'keys';
  call(at: RuleSnapshot, argument: unknown): unknown;
}

const METHODS: Readonly<Record<string, Method>> = {
  val: { returns: 'value', takes: 'nothing', call: (at) => at.val() },
  exists: { returns: 'boolean', takes: 'nothing', call: (at) => at.exists() },
  parent: { returns: 'snapshot', takes: 'nothing', call: (at) => at.parent() },
  isNumber: { returns: 'boolean', takes: 'nothing', call: (at) => typeof at.val() === 'number' },
  isString: { returns: 'boolean', takes: 'nothing', call: (at) => typeof at.val() === 'string' },
  isBoolean: { returns: 'boolean', takes: 'nothing', call: (at) => typeof at.val() === 'boolean' },
  child: { returns: 'snapshot', takes: 'path', call: (at, path) => at.child(requireText(path)) },
  hasChild: {
    returns: 'boolean',
    takes: 'path',
    call: (at, path) => at.hasChild(requireText(path)),
  },
  hasChildren: {
    returns: 'boolean',
    takes: 'keys',
    call: (at, keys) => at.hasChildren(Array.isArray(keys) ? keys.map(requireText) : undefined),
  },
};

function compileCall(at: At<'CallExpression'>, inner: Inner): Compiled {
  const callee = at.callee as Expression;
  if (callee.type !== 'MemberExpression') return refuse(at, 'Only methods can be called.');
  const receiver = inner(callee.object);
  const name = nameOf(callee);
  const isKnown = receiver.type === 'snapshot' && Object.hasOwn(METHODS, name);
  const method = isKnown ? METHODS[name] : undefined;
  if (!method) return refuse(callee.property, `No such method/property '${name}'.`);
  const [argument, ...more] = at.arguments.map(inner);
  const isTaken =
    method.takes === 'nothing'
      ? !argument
      : method.takes === 'path'
        ? argument && ['text', 'value', 'auth'].includes(argument.type)
        : !argument || argument.type === 'list';
  if (!isTaken || more.length > 0) return refuse(at, `${name}() does not take these arguments.`);
  return {
    type: method.returns,
    // The type check above lets only snapshots reach these methods.
    run: (scope) => method.call(receiver.run(scope) as RuleSnapshot, argument?.run(scope)),
  };
}

function compileList(at: At<'ArrayExpression'>, inner: Inner): Compiled {
  const elements = at.elements.map((element) =>
    element ? inner(element) : refuse(at, 'hasChildren() expects an array of strings.'),
  );
  return { type: 'list', run: (scope) => elements.map(({ run }) => run(scope)) };
}

function compileLogical(at: At<'LogicalExpression'>, inner: Inner): Compiled {
  const left = inner(at.left);
  const right = inner(at.right);
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

const isEqual = (left: unknown, right: unknown) => left === right;
const isDifferent = (left: unknown, right: unknown) => left !== right;

const EQUALITIES: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': isEqual,
  '===': isEqual,
  '!=': isDifferent,
  '!==': isDifferent,
};

const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function compileBinary(at: At<'BinaryExpression'>, inner: Inner): Compiled {
  const { operator } = at;
  const left = inner(at.left);
  const right = inner(at.right);
  const isEquality = Object.hasOwn(EQUALITIES, operator);
  if (!isEquality && !Object.hasOwn(ORDERS, operator)) {
    return refuse(at, `${operator} is not covered by the local Realtime Database`);
  }
  const unfit: readonly Type[] = isEquality
    ? ['snapshot', 'list']
    : ['snapshot', 'list', 'boolean', 'null'];
  for (const [side, { type }] of Object.entries({ left, right })) {
    if (!unfit.includes(type)) continue;
    return refuse(at, `Invalid ${operator} expression: ${side} operand is a ${type}.`);
  }
  const decide = isEquality ? EQUALITIES[operator]! : ordering(ORDERS[operator]!);
  return { type: 'boolean', run: (scope) => decide(left.run(scope), right.run(scope)) };
}

const ordering = (decide: (order: number) => boolean) => (left: unknown, right: unknown) => {
  if (typeof left === 'number' && typeof right === 'number') return decide(left - right);
  if (typeof left === 'string' && typeof right === 'string') {
    return decide(left === right ? 0 : left < right ? -1 : 1);
  }
  throw new RuleError('Only two numbers or two texts have an order');
};

function compileNot(at: At<'UnaryExpression'>, inner: Inner): Compiled {
  if (at.operator === '-' && at.argument.type === 'Literal') {
    const { type, run } = inner(at.argument);
    if (type === 'number') return { type, run: (scope) => -Number(run(scope)) };
  }
  if (at.operator !== '!') {
    return refuse(at, `${at.operator} is not covered by the local Realtime Database`);
  }
  const { type, run } = inner(at.argument);
  if (type !== 'boolean') return refuse(at.argument, '! only operates on booleans.');
  return { type, run: (scope) => !run(scope) };
}

/** Returns a computed string. @throws RuleError for any other type */
function requireText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new RuleError('A text is needed');
}

function refuse(node: Node, message: string): never {
  throw new ExpressionError(message, node.start);
}
