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

describe('a mistake in a rules file is refused with its position and reason', () => {
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
    ['a built-in of the language around it', 'data.constructor("x")()', /Only methods/],
    ['a property of a snapshot', 'data.__proto__', /No such method\/property '__proto__'/],
    ['a query', 'query.limitToFirst < 3', /Unknown variable 'query'/],
    ['too many arguments', 'data.val(1)', /val\(\) does not take these arguments/],
    ['an argument of another type', 'data.child(5).exists()', /child\(\) does not take/],
    ['a method of a text', "auth.uid.contains('a')", /No such method\/property 'contains'/],
    ['a pattern', '/x/ == 1', /\/x\/ is not covered/],
    ['an assignment', 'data = 1', /AssignmentExpression is not covered/],
    ['a function', '(() => true)()', /Only methods can be called/],
    ['an unknown operator', '1 in auth', /in is not covered/],
    ['arithmetic', '1 + 2 == 3', /\+ is not covered/],
    ['a text as the condition', 'auth.uid', /must evaluate to a boolean/],
    ['a value before &&', 'root.val() && true', /Left operand of && must be boolean/],
    ['a value behind ||', "true || 'x'", /Right operand of \|\| must be boolean/],
    ['a value behind !', '!root.val()', /! only operates on booleans/],
    ['an order of truth', 'true > 1', /left operand is a boolean/],
    ['a place compared', "root.child('foo') != null", /left operand is a snapshot/],
    ['a second expression', 'true; false', /Unexpected/],
    ['a bracket too many', '(true))', /Unexpected \)/],
    ['an empty text', '', /not an expression/],
  ])('%s', (_, expression, message) => {
    const text = `{"rules":{".read":${JSON.stringify(expression)}}}`;
    expect(() => parseRules(text)).toThrow(message);
  });
});
