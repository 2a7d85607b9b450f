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
    ['a number for a rule', '{ "rules": { ".read": 1 } }', /a text, true or false/],
    ['a bad key', '{ "rules": { "a.b": {} } }', /Invalid key/],
    ['two wildcards', '{ "rules": { "$a": {}, "$b": {} } }', /at most one/],
    ['a wildcard reused', '{ "rules": { "$a": { "$a": {} } } }', /already used/],
  ])('%s', (_, text, message) => {
    expect(() => parseRules(text)).toThrow(message);
  });
});

describe('an expression outside the rules language is refused when it is loaded', () => {
  test.each([
    ['an unknown variable', 'user.uid == 1', /column 20: Unknown variable user/],
    ['an unknown wildcard', '$uid == 1', /Unknown variable \$uid/],
    ['newData while reading', 'newData.exists()', /Unknown variable newData/],
    ['an unknown method', 'data.exist()', /There is no method exist/],
    [
      'a built-in of the language around it',
      'data.constructor("x")()',
      /Only methods can be called/,
    ],
    ['a property of a snapshot', 'data.__proto__', /There is no property __proto__/],
    ['an unknown field of auth', 'auth.id != null', /auth has no id/],
    ['an unknown field of query', 'query.limit < 3', /query has no limit/],
    ['too many arguments', 'data.val(1)', /takes 0 argument/],
    ['a pattern that is no literal', 'data.val().matches("x")', /takes one pattern/],
    ['a look-ahead', 'data.val().matches(/^(?=x)/)', /no \(\?…\) groups/],
    ['an unknown flag', 'data.val().matches(/x/g)', /only the flag i/],
    ['a back-reference', 'data.val().matches(/(a)\\1/)', /patterns know only/],
    ['a word boundary', 'data.val().matches(/[a-z\\b]/)', /patterns know only/],
    ['an anchor inside', 'data.val().matches(/a|^b/)', /\^ may only begin/],
    ['an end inside', 'data.val().matches(/a$|b/)', /\$ may only end/],
    ['lazy repetition', 'data.val().matches(/a+?b/)', /no lazy repetition/],
    ['an assignment', 'data = 1', /AssignmentExpression is not part/],
    ['a function', '(() => true)()', /Only methods can be called/],
    ['a template', '`x` == auth.uid', /TemplateLiteral is not part/],
    ['an operator it lacks', '1 in auth', /in is not part/],
    ['a second expression', 'true; false', /Unexpected/],
    ['a bracket too many', '(true))', /Unexpected \)/],
    ['nothing', '', /not an expression/],
    ['an empty list of children', 'data.hasChildren([])', /at least one key/],
  ])('%s', (_, expression, message) => {
    const text = `{"rules":{".read":${JSON.stringify(expression)}}}`;
    expect(() => parseRules(text)).toThrow(message);
  });
});
