import type { CallExpression, Expression, Node } from 'acorn';
import { type Evaluate, ExpressionError } from './expression.ts';
import { findPatternProblem } from './pattern.ts';
import { RuleError, RuleSnapshot } from './snapshot.ts';

type Method = (receiver: unknown, argument: readonly unknown[]) => unknown;

/** Methods by name, with the number of arguments each takes. */
const METHODS: ReadonlyMap<string, { count: number; call: Method }> = new Map([
  ['val', onSnapshot(0, (at) => at.val())],
  ['exists', onSnapshot(0, (at) => at.exists())],
  ['parent', onSnapshot(0, (at) => at.parent())],
  ['getPriority', onSnapshot(0, (at) => at.getPriority())],
  ['isNumber', onSnapshot(0, (at) => typeof at.val() === 'number')],
  ['isString', onSnapshot(0, (at) => typeof at.val() === 'string')],
  ['isBoolean', onSnapshot(0, (at) => typeof at.val() === 'boolean')],
  ['child', onSnapshot(1, (at, path) => at.child(path))],
  ['hasChild', onSnapshot(1, (at, path) => at.hasChild(path))],
  ['contains', onText(1, (text, part) => text.includes(part))],
  ['beginsWith', onText(1, (text, part) => text.startsWith(part))],
  ['endsWith', onText(1, (text, part) => text.endsWith(part))],
  ['replace', onText(2, (text, part, by) => text.replaceAll(part, () => by))],
  ['toLowerCase', onText(0, (text) => text.toLowerCase())],
  ['toUpperCase', onText(0, (text) => text.toUpperCase())],
]);

/** Compiles `receiver.method(…)`; only the methods of the rules language exist. */
export function compileCall(node: CallExpression, inner: (child: Node) => Evaluate): Evaluate {
  const callee = node.callee as Expression;
  if (callee.type !== 'MemberExpression' || callee.computed) {
    throw new ExpressionError('Only methods can be called', node.start);
  }
  const name = callee.property.type === 'Identifier' ? callee.property.name : '';
  const receiver = inner(callee.object);
  if (name === 'matches') return compileMatches(node, receiver);
  if (name === 'hasChildren') return compileHasChildren(node, receiver, inner);
  const method = METHODS.get(name);
  if (!method) throw new ExpressionError(`There is no method ${name}`, callee.property.start);
  if (node.arguments.length !== method.count) {
    throw new ExpressionError(`${name}() takes ${method.count} argument(s)`, node.start);
  }
  const list = node.arguments.map(inner);
  return (scope) =>
    method.call(
      receiver(scope),
      list.map((argument) => argument(scope)),
    );
}

function compileMatches(node: CallExpression, receiver: Evaluate): Evaluate {
  const pattern = node.arguments.length === 1 ? node.arguments[0] : undefined;
  if (pattern?.type !== 'Literal' || !pattern.regex) {
    throw new ExpressionError('matches() takes one pattern such as /^[a-z]+$/', node.start);
  }
  const { pattern: source, flags } = pattern.regex;
  const problem = findPatternProblem(source, flags);
  if (problem) throw new ExpressionError(problem, pattern.start);
  const expression = new RegExp(source, flags);
  return (scope) => expression.test(requireText(receiver(scope)));
}

function compileHasChildren(
  node: CallExpression,
  receiver: Evaluate,
  inner: (child: Node) => Evaluate,
): Evaluate {
  const list = node.arguments[0];
  if (!list) return (scope) => requireSnapshot(receiver(scope)).hasChildren();
  if (list.type !== 'ArrayExpression' || list.elements.length === 0 || node.arguments.length > 1) {
    throw new ExpressionError('hasChildren() takes a list of at least one key', node.start);
  }
  const keys = list.elements.map((element) => {
    if (!element) throw new ExpressionError('A key is missing', list.start);
    return inner(element);
  });
  return (scope) =>
    requireSnapshot(receiver(scope)).hasChildren(keys.map((key) => requireText(key(scope))));
}

function onSnapshot(count: number, call: (at: RuleSnapshot, text: string) => unknown) {
  return {
    count,
    call: (receiver: unknown, [argument]: readonly unknown[]) =>
      call(requireSnapshot(receiver), count === 0 ? '' : requireText(argument)),
  };
}

function onText(count: number, call: (text: string, a: string, b: string) => unknown) {
  return {
    count,
    call: (receiver: unknown, list: readonly unknown[]) => {
      const [a = '', b = ''] = list.map(requireText);
      return call(requireText(receiver), a, b);
    },
  };
}

function requireSnapshot(value: unknown): RuleSnapshot {
  if (value instanceof RuleSnapshot) return value;
  throw new RuleError('This method belongs to data, newData and root');
}

function requireText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new RuleError('A text is needed');
}
