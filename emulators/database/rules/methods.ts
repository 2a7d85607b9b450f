import type { Evaluate } from './expression.ts';
import { RuleError, type RuleSnapshot } from './snapshot.ts';
import { TEXTUAL, type Type } from './types.ts';

/** An argument as it was compiled; a list also has its elements. */
export interface Argument {
  readonly type: Type;
  readonly run: Evaluate;
  readonly elements?: readonly Argument[];
}

/** A method of the rules language. */
export interface Method {
  readonly returns: Type;
  /** The Realtime Database's words for arguments that it does not take; undefined when it does. */
  refusal(name: string, list: readonly Argument[]): string | undefined;
  call(receiver: unknown, list: readonly unknown[]): unknown;
}

const noArgument: Method['refusal'] = (name, list) =>
  list.length === 0 ? undefined : `${name}() expects no arguments.`;

const oneText: Method['refusal'] = (name, [argument, ...more]) => {
  if (!argument || more.length > 0) return `${name}() expects 1 argument.`;
  return TEXTUAL.has(argument.type) ? undefined : `${name}() expects a string argument.`;
};

const twoTexts: Method['refusal'] = (name, list) => {
  if (list.length !== 2) return `${name}() expects two arguments.`;
  const wrong = list.findIndex(({ type }) => !TEXTUAL.has(type));
  return wrong === -1 ? undefined : `Argument ${wrong + 1} of ${name}() must be a string.`;
};

const onePattern: Method['refusal'] = (name, [argument, ...more]) => {
  if (!argument || more.length > 0) {
    return `${name}() expects 1 regular expression literal argument.`;
  }
  if (argument.type === 'pattern') return undefined;
  return `${name}() expects a regular expression literal argument.`;
};

const maybeKeys: Method['refusal'] = (name, [list, ...more]) => {
  if (!list) return undefined;
  if (more.length > 0) {
    return `${name}() expects only a single argument (containing an array of child names).`;
  }
  if (!list.elements) return `${name}() expects an array of child names.`;
  const areTexts = list.elements.every(({ type }) => TEXTUAL.has(type));
  return areTexts ? undefined : `${name}() expects an array of strings.`;
};

function onSnapshot(
  returns: Type,
  refusal: Method['refusal'],
  call: (at: RuleSnapshot, argument: unknown) => unknown,
): Method {
  return {
    returns,
    refusal,
    // Only a snapshot has these methods, and that was seen when the rule was loaded.
    call: (receiver, [argument]) => call(receiver as RuleSnapshot, argument),
  };
}

function onText(
  returns: Type,
  refusal: Method['refusal'],
  call: (text: string, list: readonly unknown[]) => unknown,
): Method {
  return { returns, refusal, call: (receiver, list) => call(requireText(receiver), list) };
}

const withText = (
  returns: Type,
  call: (text: string, a: string, b: string) => unknown,
  count = 1,
) =>
  onText(returns, count === 1 ? oneText : twoTexts, (text, list) => {
    const [a = '', b = ''] = list.map(requireText);
    return call(text, a, b);
  });

export const SNAPSHOT_METHODS: ReadonlyMap<string, Method> = new Map([
  ['val', onSnapshot('value', noArgument, (at) => at.val())],
  ['exists', onSnapshot('boolean', noArgument, (at) => at.exists())],
  ['parent', onSnapshot('snapshot', noArgument, (at) => at.parent())],
  ['getPriority', onSnapshot('value', noArgument, (at) => at.getPriority())],
  ['isNumber', onSnapshot('boolean', noArgument, (at) => typeof at.val() === 'number')],
  ['isString', onSnapshot('boolean', noArgument, (at) => typeof at.val() === 'string')],
  ['isBoolean', onSnapshot('boolean', noArgument, (at) => typeof at.val() === 'boolean')],
  ['child', onSnapshot('snapshot', oneText, (at, path) => at.child(requireText(path)))],
  ['hasChild', onSnapshot('boolean', oneText, (at, path) => at.hasChild(requireText(path)))],
  [
    'hasChildren',
    onSnapshot('boolean', maybeKeys, (at, keys) =>
      at.hasChildren(Array.isArray(keys) ? keys.map(requireText) : undefined),
    ),
  ],
]);

/** Also of what may turn out to be a text. */
export const TEXT_METHODS: ReadonlyMap<string, Method> = new Map([
  ['contains', withText('boolean', (text, part) => text.includes(part))],
  ['beginsWith', withText('boolean', (text, part) => text.startsWith(part))],
  ['endsWith', withText('boolean', (text, part) => text.endsWith(part))],
  ['replace', withText('text', (text, part, by) => text.replaceAll(part, () => by), 2)],
  ['toLowerCase', onText('text', noArgument, (text) => text.toLowerCase())],
  ['toUpperCase', onText('text', noArgument, (text) => text.toUpperCase())],
  ['matches', onText('boolean', onePattern, (text, [pattern]) => (pattern as RegExp).test(text))],
]);

/** The text that something computed is. @throws RuleError when it is none */
export function requireText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new RuleError('A text is needed');
}
