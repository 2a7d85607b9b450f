import { describe, expect, test } from 'vitest';
import { Ruleset } from './ruleset.ts';
import type { Method } from './syntax.ts';

const inService = (text: string) => `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    ${text}
  }
}`;

function allows(text: string, method: Method, path: string): boolean {
  const question = {
    method,
    path: ['b', 'x', 'o', ...path.split('/')],
    request: new Map(),
    resource: null,
  };
  return new Ruleset(inService(text)).allows(question, () => null);
}

describe('a path is governed by the blocks that match it', () => {
  test.each([
    ['match /a { allow get; }', 'a', true],
    ['match /a { allow get; }', 'b', false],
    ['match /a { allow get; }', 'a/b', false],
    ['match /a/b { allow get; }', 'a', false],
    ['match /a { match /b { allow get; } }', 'a/b', true],
    ['match /a { allow get; match /b {} }', 'a/b', false],
    ['match /{x} { allow get: if x == "a"; }', 'a', true],
    ['match /{x} { allow get: if x == "a"; }', 'b', false],
    ['match /{x} { allow get; }', 'a/b', false],
    ['match /a/{x} { allow get; }', 'a/', false],
    ['match /{x}/{y} { allow get: if x + y == "ab"; }', 'a/b', true],
    ['match /a/{x=**} { allow get; }', 'a/b/c', true],
    ['match /a/{x=**} { allow get; }', 'a', true],
    ['match /a/{x=**} { allow get; }', 'b', false],
    ['match /{x=**} { allow get: if x[1] == "b"; }', 'a/b/c', true],
    ['match /{x=**} { allow get: if x == /a/b; }', 'a/b', true],
    ['match /a { allow get: if false; } match /{x} { allow get; }', 'a', true],
    ['match /a { allow get: if false; allow get; }', 'a', true],
  ])('%s allows the path %s: %s', (text, path, expected) => {
    expect(allows(text, 'get', path)).toBe(expected);
  });

  test.each<[string, readonly Method[]]>([
    ['get', ['get']],
    ['read', ['get', 'list']],
    ['write', ['create', 'update', 'delete']],
    ['list, delete', ['list', 'delete']],
  ])('"allow %s" allows %j', (words, expected) => {
    const all: Method[] = ['get', 'list', 'create', 'update', 'delete'];
    const allowed = all.filter((method) => allows(`match /a { allow ${words}; }`, method, 'a'));
    expect(allowed).toEqual(expected);
  });

  test('a function sees the variables around it, not those of its caller', () => {
    const text = `
      function outer(x) { return x == 'b'; }
      match /{name} {
        function isCalled(x) { return name == x; }
        match /b { allow get: if isCalled('a') && outer('b'); }
      }`;
    expect(allows(text, 'get', 'a/b')).toBe(true);
    expect(allows(text, 'get', 'c/b')).toBe(false);
    expect(() =>
      allows('function f() { return x; } match /{x} { allow get: if f(); }', 'get', 'a'),
    ).toThrow('Unknown variable x');
  });

  test('comments are allowed anywhere', () => {
    const text = 'match /a { // one\n allow get: /* two */ if true; /* three\n */ }';
    expect(allows(text, 'get', 'a')).toBe(true);
  });
});

describe('a file with a mistake is refused with line and column', () => {
  const condition = (text: string) => inService(`match /a { allow get: if ${text}; }`);
  test.each([
    ['', "Line 1, column 1: Expected rules_version = '2';, not the end of the file"],
    ["rules_version = '1';", 'Line 1, column 17: Expected version \'2\', not "1"'],
    [
      "rules_version = '2';\nservice cloud.firestore {}",
      'Line 2, column 9: Expected service firebase.storage, not cloud.firestore',
    ],
    [
      "rules_version = '2';\nservice firebase.storage {",
      'Line 2, column 27: Expected match, allow, function or "}", not the end of the file',
    ],
    [inService('match /a { allow get }'), 'Line 4, column 26: Expected ";", not "}"'],
    [
      inService('match /a { allow post; }'),
      'Line 4, column 22: Expected a method like read, not "post"',
    ],
    [inService('match /a { allow get: true; }'), 'Line 4, column 27: Expected "if", not "true"'],
    [inService('match a {}'), 'Line 4, column 11: Expected a path, not "a"'],
    [inService('match /{x=**}/a/{y=**} {}'), 'Line 4, column 21: A path can have one {…=**} only'],
    [
      inService('match /{x=**} { match /{y=**} {} }'),
      'Line 4, column 28: A path can have one {…=**} only',
    ],
    [inService('match /{x}/{x} {}'), 'Line 4, column 16: Variable x is there twice'],
    [inService('function f() { let x = 1; }'), 'Line 4, column 31: Expected "return", not "}"'],
    [condition('oops'), 'Line 4, column 30: Unknown variable oops'],
    [condition('oops()'), 'Line 4, column 30: Unknown function oops'],
    [condition('get(/a/b)'), 'Line 4, column 30: Unknown function get'],
    [condition('hashing.md5(1)'), 'Line 4, column 30: Unknown function hashing.md5'],
    [condition('4/2 == 2'), 'A division needs a space behind its /'],
    [condition('true && '), 'Expected an expression'],
    [condition("{'a' 1} == {}"), 'Expected ":"'],
    [
      condition('firestore.exists() == true'),
      'Line 4, column 30: firestore.exists takes 1 arguments, not 0',
    ],
    [condition('1 is oops'), 'Line 4, column 30: Unknown type oops'],
    [
      condition("'a'.matches('(?=a)')"),
      'Line 4, column 42: Patterns have no look-around and no back-references',
    ],
    [condition("'a"), 'Line 4, column 30: Unexpected "\'"'],
    [
      condition('99999999999999999999 > 1'),
      'Line 4, column 30: 99999999999999999999 is too large for an int',
    ],
    [
      inService('function f() { return g(); } function g() { return f(); }'),
      'Line 4, column 5: Function f calls itself',
    ],
    [
      inService('function f() { return 1; } function f() { return 2; }'),
      'Line 4, column 32: Function f is there twice',
    ],
  ])('$1', (text, message) => {
    expect(() => new Ruleset(text)).toThrow(message);
  });
});

test('a pattern is matched from the first character, even if that is a surrogate pair', () => {
  const isMatched = (text: string) =>
    allows(`match /a { allow get: if '${text}'.matches('[^\\\\x{2ffff}]*'); }`, 'get', 'a');
  expect([isMatched('Ada'), isMatched('Ada\u{2ffff}')]).toEqual([true, false]);
});
