import { expect, test } from 'vitest';
import { availableQty, emptyUserGuard, queuedQty } from './guards.ts';
import { aBlock, aLot, anEntry } from './testing/orders.ts';

test('a new user has nothing, holds nothing and owes nothing', () => {
  const { uid, ...everything } = emptyUserGuard('ana');
  expect(uid).toBe('ana');
  const something = Object.entries(everything).filter(
    ([, value]) => value !== 0 && value !== null && !(Array.isArray(value) && value.length === 0),
  );
  expect(something).toEqual([]);
});

test('a block offers the platform’s and the listed tokens, but no reserved ones', () => {
  const held = { reserved: 4 };
  const block = aBlock(30, [
    anEntry('l1', 'cy', [aLot('30', 10, 1)], held),
    anEntry('l2', 'di', [aLot('30', 2, 1)]),
    anEntry('l3', 'cy', [], held),
  ]);
  expect([queuedQty(block), availableQty(block)]).toEqual([12, 42]);
  expect([queuedQty(aBlock(30)), availableQty(aBlock(30))]).toEqual([0, 30]);
});
