import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderedMap } from './ordered-map.ts';

const byNumber = (a: number, b: number) => a - b;
const aChange = fc.record({ key: fc.integer({ min: 0, max: 40 }), isDeleted: fc.boolean() });

function apply(
  map: OrderedMap<number, object>,
  model: Map<number, object>,
  key: number,
  isDeleted: boolean,
) {
  if (isDeleted) {
    model.delete(key);
    return map.delete(key);
  }
  const value = {};
  model.set(key, value);
  return map.set(key, value);
}

function sorted(model: Map<number, object>) {
  return [...model].sort(([a], [b]) => a - b);
}

test('it holds the same as a plain map, in order, whatever is done to it', () => {
  fc.assert(
    fc.property(
      fc.array(aChange, { maxLength: 120 }),
      fc.integer({ min: -1, max: 41 }),
      (changes, from) => {
        let map = new OrderedMap<number, object>(byNumber);
        const model = new Map<number, object>();
        for (const { key, isDeleted } of changes) map = apply(map, model, key, isDeleted);
        const all = sorted(model);
        expect(map.size).toBe(all.length);
        expect([...map.ascend()]).toEqual(all);
        expect([...map.ascend((key) => key < from)]).toEqual(all.filter(([key]) => key >= from));
        expect([...map.descend((key) => key > from)]).toEqual(
          all.filter(([key]) => key <= from).reverse(),
        );
        for (const [key, value] of all) expect(map.get(key)).toBe(value);
      },
    ),
  );
});

test('it names exactly the keys in which two states differ, and keeps the older state', () => {
  fc.assert(
    fc.property(
      fc.array(aChange, { maxLength: 60 }),
      fc.array(aChange, { maxLength: 8 }),
      (first, then) => {
        let map = new OrderedMap<number, object>(byNumber);
        const model = new Map<number, object>();
        for (const { key, isDeleted } of first) map = apply(map, model, key, isDeleted);
        const before = new Map(model);
        let next = map;
        for (const { key, isDeleted } of then) next = apply(next, model, key, isDeleted);
        const keys = [...new Set([...before.keys(), ...model.keys()])].sort(byNumber);
        const different = keys.filter((key) => before.get(key) !== model.get(key));
        expect([...map.changedKeys(next)]).toEqual(different);
        expect([...map.ascend()]).toEqual(sorted(before));
      },
    ),
  );
});

test('a thousand keys in order stay quick to reach', () => {
  let map = new OrderedMap<number, number>(byNumber);
  for (let key = 0; key < 1000; key++) map = map.set(key, key);
  let steps = 0;
  const found = map.ascend((key) => {
    steps += 1;
    return key < 900;
  });
  expect(found.next().value).toEqual([900, 900]);
  expect(steps).toBeLessThan(20);
});
