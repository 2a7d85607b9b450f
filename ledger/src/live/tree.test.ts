import { expect, test } from 'vitest';
import { applyPatch, applyPut } from './tree.ts';

const blocks = { 36: { price: 0.36, qty: 5 }, 37: { price: 0.37, qty: 1 } };

test.each([
  ['the whole value', '/', { a: 1 }, { a: 1 }],
  ['null for everything', '/', null, null],
  ['one field', '/36/qty', 4, { ...blocks, 36: { price: 0.36, qty: 4 } }],
  ['a new child', '/40', { price: 0.4 }, { ...blocks, 40: { price: 0.4 } }],
  ['a removed child', '/37', null, { 36: blocks[36] }],
  ['a removed child that does not exist', '/99/qty', null, blocks],
])('a put of %s is applied to the stored value', (_what, path, data, expected) => {
  expect(applyPut(blocks, path, data)).toEqual(expected);
});

test('a child that loses its last field is gone', () => {
  expect(applyPut({ 36: { qty: 1 } }, '/36/qty', null)).toBeNull();
});

test('a patch sets each of its paths and leaves the rest', () => {
  expect(applyPatch(blocks, '/', { '36/qty': 4, 37: null })).toEqual({
    36: { price: 0.36, qty: 4 },
  });
  expect(applyPatch(blocks, '/36', { qty: 9 })).toEqual({ ...blocks, 36: { price: 0.36, qty: 9 } });
});

test('a list that the database makes of dense keys takes changes like a map', () => {
  expect(applyPut([null, { qty: 1 }], '/1/qty', 2)).toEqual({ 0: null, 1: { qty: 2 } });
});
