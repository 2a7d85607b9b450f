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

test('an ordered map has the same content as a plain map, in order, after any changes', () => {
  fc.assert(
    fc.property(fc.array(aChange, { maxLength: 120 }), (changes) => {
      let map = new OrderedMap<number, object>(byNumber);
      const model = new Map<number, object>();
      for (const { key, isDeleted } of changes) map = apply(map, model, key, isDeleted);
      const all = sorted(model);
      expect(map.size).toBe(all.length);
      expect([...map.ascend()]).toEqual(all);
      for (const [key, value] of all) expect(map.get(key)).toBe(value);
    }),
  );
});
