import { expect, test } from 'vitest';
import { canSell, ownedEditionState } from './owned-editions.ts';

test.each([
  [undefined, 'sold', false],
  [{ sold: true, isForSale: false }, 'sold', false],
  [{ sold: true, isForSale: true }, 'sold', false],
  [{ sold: false, isForSale: true }, 'forSale', false],
  [{ sold: false, isForSale: false }, 'listable', true],
] as const)(
  '[R-OWN-04] an edition stored as %j is %s, and can be offered once the work is sold out: %s',
  (edition, state, can) => {
    expect(ownedEditionState(edition)).toBe(state);
    expect(canSell(true, edition)).toBe(can);
    expect(canSell(false, edition)).toBe(false);
  },
);
