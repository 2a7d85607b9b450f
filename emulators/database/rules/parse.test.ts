import { describe, expect, test } from 'vitest';
import { parseRules } from './parse.ts';

test('a rules file may hold comments, trailing commas and rules over several lines', () => {
  const rules = parseRules(`{
    // who may come in
    "rules": {
      "a": {
        ".read": "auth != null &&
                  auth.uid != 'x'", /* not x */
        ".indexOn": ["n", ".value",],
      },
    },
  }`);
  expect([...rules.children.get('a')!.indexes]).toEqual(['n', '.value']);
});

describe('a mistake in a rules file is refused with its place and reason', () => {
  test.each([
    ['not JSON', '{ "rules": { a } }', /Line 1, column 14: A text in double quotes/],
    ['no rules', '{ "x": {} }', /Only "rules" may stand at the top/],
    ['text after the end', '{ "rules": {} } x', /Nothing may follow/],
    ['a missing comma', '{ "rules": { ".read": true ".write": true } }', /A comma or } is missing/],
    ['a rule given twice', '{ "rules": { ".read": true, ".read": false } }', /given twice/],
    ['an unknown rule', '{ "rules": {\n  ".reed": true } }', /Line 2, column 3: There is no rule/],
    [
      'a number for a rule',
      '{ "rules": { ".read": 1 } }',
      /Invalid rule expression\. {2}Expected 'true', 'false', or an expression string/,
    ],
    ['an object for a rule', '{ "rules": { ".write": { "x": 1 } } }', /Invalid rule expression/],
    ['a text for a level', '{ "rules": { "a": "true" } }', /Expected '\{'/],
    [
      'a number to index',
      '{ "rules": { ".indexOn": 5 } }',
      /either a string or an array of strings/,
    ],
    ['a bad key', '{ "rules": { "a.b": {} } }', /Invalid key/],
    [
      'two wildcards',
      '{ "rules": { "$a": {}, "$b": {} } }',
      /multiple default rules \('\$a' and '\$b'\)/,
    ],
    ['a wildcard reused', '{ "rules": { "$a": { "$a": {} } } }', /already used/],
  ])('%s', (_, text, message) => {
    expect(() => parseRules(text)).toThrow(message);
  });
});

describe('an expression outside the rules language is refused when it is loaded', () => {
  test.each([
    ['an unknown variable', 'user.uid == 1', /column 20: Unknown variable 'user'/],
    ['an unknown wildcard', '$uid == 1', /Unknown variable '\$uid'/],
    ['newData while reading', 'newData.exists()', /newData is invalid in \.read expressions/],
    ['an unknown method', 'data.exist()', /No such method\/property 'exist'/],
    [
      'a built-in of the language around it',
      'data.constructor("x")()',
      /target that is not a function/,
    ],
    ['a property of a snapshot', 'data.__proto__', /No such method\/property '__proto__'/],
    ['an unknown field of query', 'query.limit < 3', /No such method\/property 'limit'/],
    ['too many arguments', 'data.val(1)', /val\(\) expects no arguments/],
    [
      'a pattern that is no literal',
      'data.val().matches("x")',
      /expects a regular expression literal argument/,
    ],
    ['a look-ahead', 'data.val().matches(/^(?=x)/)', /no \(\?…\) groups/],
    ['an unknown flag', 'data.val().matches(/x/g)', /do not support flags other than i/],
    ['a back-reference', 'data.val().matches(/(a)\\1/)', /patterns know only/],
    ['a word boundary', 'data.val().matches(/[a-z\\b]/)', /patterns know only/],
    ['an anchor inside', 'data.val().matches(/a|^b/)', /\^ may only begin/],
    ['an end inside', 'data.val().matches(/a$|b/)', /\$ may only end/],
    ['lazy repetition', 'data.val().matches(/a+?b/)', /no lazy repetition/],
    ['an assignment', 'data = 1', /may not contain assignments/],
    ['a function', '(() => true)()', /target that is not a function/],
    ['a template', '`x` == auth.uid', /TemplateLiteral is not part/],
    ['an operator it lacks', '1 in auth', /in is not part/],
    ['a second expression', 'true; false', /Unexpected/],
    ['a bracket too many', '(true))', /Unexpected \)/],
    ['nothing', '', /not an expression/],
  ])('%s', (_, expression, message) => {
    const text = `{"rules":{".read":${JSON.stringify(expression)}}}`;
    expect(() => parseRules(text)).toThrow(message);
  });
});

/** What the Realtime Database answered to each of these rules, word for word. */
const refused: Readonly<Record<string, string>> = {
  '7': 'Expression must evaluate to a boolean.',
  "'foo'": 'Expression must evaluate to a boolean.',
  null: 'Expression must evaluate to a boolean.',
  data: 'Expression must evaluate to a boolean.',
  'auth.uid': 'Expression must evaluate to a boolean.',
  "auth.uid === 'one' ? 7 : true": 'Expression must evaluate to a boolean.',
  'root.val()': 'Expression must evaluate to a boolean.',
  'root.exists': 'Expression must evaluate to a boolean.',
  'root.val() && true': 'Left operand of && must be boolean.',
  'true && root.val()': 'Right operand of && must be boolean.',
  "true || 'x'": 'Right operand of || must be boolean.',
  'auth.admin || true': 'Left operand of || must be boolean.',
  '!root.val()': '! only operates on booleans.',
  "!'a'": '! only operates on booleans.',
  "-'a' == 1": '- only operates on numbers.',
  'auth.uid ? true : false': 'condition of ? must be boolean.',
  'root.val() > true': 'Invalid > expression: right operand must be a number or string.',
  'true > 1': 'Invalid > expression: left operand must be a number or string.',
  'data > 1': 'Invalid > expression: left operand must be a number or string.',
  '5 >= null': 'Invalid >= expression: right operand must be a number or string.',
  "root.child('foo') != null":
    'Invalid != expression: left operand is not a number, boolean, string, or null.',
  "root.child('foo') === null":
    'Invalid == expression: left operand is not a number, boolean, string, null.',
  'null == root': 'Invalid == expression: right operand is not a number, boolean, string, or null.',
  "'a' - 1 > 0": 'Invalid - expression: left operand is not a number.',
  '1 * true > 0': 'Invalid * expression: right operand is not a number.',
  'null + 1 == 1': 'Invalid + expression: left operand is not a number or string.',
  'data.child().exists()': 'child() expects 1 argument.',
  "data.child('a', 'b').exists()": 'child() expects 1 argument.',
  'data.child(5).exists()': 'child() expects a string argument.',
  'data.hasChild(1)': 'hasChild() expects a string argument.',
  'auth.foo.contains(7)': 'contains() expects a string argument.',
  "auth.foo.replace('a') == 'b'": 'replace() expects two arguments.',
  "auth.foo.replace('a', 5) == 'b'": 'Argument 2 of replace() must be a string.',
  "auth.foo.replace(/a/, 'b') == 'b'": 'Argument 1 of replace() must be a string.',
  "root.hasChildren('foo', 'bar')":
    'hasChildren() expects only a single argument (containing an array of child names).',
  "root.hasChildren('foo')": 'hasChildren() expects an array of child names.',
  "root.hasChildren(['foo', 7])": 'hasChildren() expects an array of strings.',
  "root.child('a').val().matches('/foo/')":
    'matches() expects a regular expression literal argument.',
  'auth.foo.notFound() == false': 'Type error: Function call on target that is not a function.',
  'auth.exists()': 'Type error: Function call on target that is not a function.',
  'root.val().length() > 0': 'Type error: Function call on target that is not a function.',
  'root.val().notFound == false': "No such method/property 'notFound'.",
  'data.foo == 1': "No such method/property 'foo'.",
  "data.contains('a')": "No such method/property 'contains'.",
  'query.foo == 1': "No such method/property 'foo'.",
  'now.length > 1': 'Invalid property access: target is not an object.',
  'root["doesNotExist"]() == true': "No such method/property 'doesNotExist'.",
  'root["exi" + "sts"]() == false': 'Invalid property access.',
};

/** Rules that the Realtime Database took, though they may come to nothing when they are computed. */
const taken = [
  "auth.contains('75')",
  "auth.notfound.contains('75')",
  'auth.not.found.length > 0',
  'auth.foo == 1',
  'auth.id != null',
  "auth.uid + 1 > 'x'",
  '(1 % auth.none) == 0',
  '-auth.foo == -1',
  "'foo' > auth.foo",
  "1 == 'a'",
  "'foo'.replace(auth.foo, 'bar') == 'foo'",
  'root["exists"]() == false',
  'auth["token"]["a"] == true',
  'auth.foo[auth.bar] == true',
  'root.hasChildren([])',
  'root.hasChildren([auth.uid])',
  'root.parent().exists()',
  "(auth.a == 1 ? 'x' : 5) == 5",
  'query.startAt == null && query.limitToFirst <= 10 && query.orderByKey',
];

describe('types are looked at when a rule is loaded, as the Realtime Database does', () => {
  const load = (expression: string) =>
    parseRules(JSON.stringify({ rules: { '.read': expression } }));

  test.each(Object.entries(refused))('%s: %s', (expression, words) => {
    expect(() => load(expression)).toThrow(`: ${words} (in ${expression})`);
  });

  test.each(taken)('%s is taken', (expression) => {
    expect(() => load(expression)).not.toThrow();
  });
});
