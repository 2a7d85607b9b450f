import { describe, expect, test } from 'vitest';
import { treeFromJson } from '../tree/json.ts';
import { setAt, type Tree } from '../tree/node.ts';
import { Rules } from './evaluate.ts';

const NOW = 1_800_000_000_000;
const ANN = {
  auth: { uid: 'ann', token: { admin: true, name: 'Ann' }, provider: 'password' },
  now: NOW,
};
const NOBODY = { auth: null, now: NOW };

const DATA = tree({
  text: 'Hello world',
  n: 3,
  flag: true,
  list: { a: 1, b: 2 },
  old: NOW - 1000,
  owner: 'ann',
});

function tree(json: unknown): Tree {
  return treeFromJson(json);
}

function path(text: string): string[] {
  return text.split('/').filter((key) => key !== '');
}

function holds(rule: string, who: { auth: unknown; now: number } = ANN): boolean {
  return new Rules(JSON.stringify({ rules: { '.read': rule } })).canRead(DATA, [], who);
}

function mayWrite(
  rules: object,
  before: unknown,
  where: string,
  json: unknown,
  who = ANN,
): boolean {
  const root = tree(before);
  const after = setAt(root, path(where), tree(json));
  return new Rules(JSON.stringify({ rules })).canWrite(root, after, path(where), who);
}

describe('a true condition lets a reader in', () => {
  test.each([
    "auth.uid == 'ann'",
    "auth.uid === data.child('owner').val()",
    'auth.token.admin === true',
    "auth.token['name'] == 'Ann'",
    'auth.token.missing == null',
    "root.child('list/a').val() == 1",
    "data.child('list').child('b').parent().hasChildren(['a', 'b'])",
    "data.hasChild('list/a') && !data.hasChild('list/z')",
    "data.child('list').hasChildren() && !data.child('n').hasChildren()",
    "data.child('n').isNumber() && data.child('text').isString() && data.child('flag').isBoolean()",
    "data.child('nothing').val() == null && !data.child('nothing').exists()",
    "data.child('list').val() != null",
    "data.child('old').val() < now",
    "(data.child('n').val() > -1) && 'a' < 'b'",
    "true || data.child('list').val() > 3",
  ])('%s', (rule) => {
    expect(holds(rule)).toBe(true);
  });
});

describe('a false condition, or one that cannot be computed, keeps a reader out', () => {
  test.each([
    "data.child('n').val() == '3'",
    "data.child('text').val() > 3",
    'data.parent().exists()',
    "data.child('list').val() > 3 || true",
    'data.child(auth.token.missing).exists() || true',
    "data.child('__proto__').exists()",
    "auth.token['constructor'] != null",
    'data.hasChildren([auth.token.missing]) || true',
  ])('%s', (rule) => {
    expect(holds(rule)).toBe(false);
  });

  test('a signed-out reader has no uid', () => {
    expect(holds('auth.uid != null', NOBODY)).toBe(false);
    expect(holds('auth == null', NOBODY)).toBe(true);
  });
});

describe('a rule grants access to everything under it, and nothing else', () => {
  const rules = new Rules(
    `{"rules": {
      "open": {".read": true, "deep": {".read": false}},
      "users": {"$uid": {".read": "auth.uid == $uid", "$thing": {".read": "$thing == 'name' && $uid != 'x'"}}},
      "users2": {"me": {".read": true}, "$other": {".read": false}},
    }}`,
  );
  test.each([
    ['open/deep/deeper', true],
    ['', false],
    ['other', false],
    ['users/ann', true],
    ['users/ann/private', true],
    ['users/bob', false],
    ['users/bob/name', true],
    ['users/x/name', false],
    ['users', false],
    ['users2/me', true],
    ['users2/you', false],
  ])('reading /%s: %s', (where, expected) => {
    expect(rules.canRead(null, path(where), ANN)).toBe(expected);
  });
});

describe('a write must be granted at or above its path', () => {
  const rules = {
    a: { '.write': "auth.uid == 'ann'", b: { '.write': false } },
    c: { d: { '.write': true } },
  };
  test.each([
    ['a', true],
    ['a/b', true],
    ['a/b/c', true],
    ['c', false],
    ['c/d', true],
    ['c/e', false],
    ['', false],
  ])('writing /%s: %s', (where, expected) => {
    expect(mayWrite(rules, null, where, 1)).toBe(expected);
  });

  test('once only: a place can be created but neither changed nor deleted', () => {
    const once = { '.write': '!data.exists() && newData.exists()' };
    expect(mayWrite(once, null, '', 1)).toBe(true);
    expect(mayWrite(once, 1, '', 2)).toBe(false);
    expect(mayWrite(once, 1, '', null)).toBe(false);
  });

  test('newData is the whole location after the write, wherever the write was', () => {
    const same = { '.write': "newData.child('a').val() == newData.child('b').val()" };
    expect(mayWrite(same, { a: 4, b: 5 }, 'b', 4)).toBe(true);
    expect(mayWrite(same, { a: 4, b: 5 }, 'b', 7)).toBe(false);
  });

  test('root is the state before the write', () => {
    const rule = { '.write': "root.child('n').val() == 1 && newData.child('n').val() == 2" };
    expect(mayWrite(rule, { n: 1 }, 'n', 2)).toBe(true);
    expect(mayWrite(rule, { n: 2 }, 'n', 2)).toBe(false);
  });
});

describe('a granted write must also be valid', () => {
  const rules = {
    '.write': true,
    item: {
      '.validate': "newData.hasChildren(['name', 'price'])",
      name: { '.validate': 'newData.isString()' },
      price: { '.validate': 'newData.isNumber() && newData.val() >= 0' },
      tags: { $tag: { '.validate': "newData.val() == true && $tag != 'long'" } },
      $other: { '.validate': false },
    },
  };
  const good = { name: 'Hat', price: 3 };
  test.each<[string, string, unknown, boolean]>([
    ['a good item', 'item', good, true],
    ['a good item above its place', '', { item: good }, true],
    ['a missing field', 'item', { name: 'Hat' }, false],
    ['a wrong type deep down', '', { item: { name: 'Hat', price: '3' } }, false],
    ['an unknown field', 'item', { ...good, colour: 'red' }, false],
    ['good tags', 'item/tags', { a: true, b: true }, true],
    ['a bad tag', 'item/tags', { a: true, long: true }, false],
    ['one field of a good item', 'item/price', 4, true],
    ['a bad field', 'item/price', -1, false],
    ['a required field deleted', 'item/price', null, false],
    ['an optional field deleted', 'item/tags', null, true],
    ['everything deleted', 'item', null, true],
    ['a place without a rule', 'free', { any: 'thing' }, true],
  ])('$0 is accepted: $3', (_, where, json, expected) => {
    expect(mayWrite(rules, { item: { ...good, tags: { x: true } } }, where, json)).toBe(expected);
  });
});
