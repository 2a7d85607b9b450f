import { expect, test } from 'vitest';
import { journeysOf } from './changed.ts';

const all = [
  'e2e/wallet.spec.ts',
  'e2e/cashout.spec.ts',
  'e2e/dats.spec.ts',
  'e2e/landing.spec.ts',
];

test.each([
  [['functions/orders/start-order.ts'], all],
  [['shared/domain/format.ts'], all],
  [['package-lock.json'], all],
  [['portal/src/features/wallet/totals.tsx'], ['e2e/wallet.spec.ts']],
  [['portal/src/features/cashout/setup.tsx'], ['e2e/cashout.spec.ts']],
  [['portal/src/app/screen.tsx'], all],
  [['ledger/src/pages/index.astro'], ['e2e/landing.spec.ts']],
  [['e2e/dats.spec.ts'], ['e2e/dats.spec.ts']],
  [['docs/money.md', 'README.md'], []],
])('a change of %j is played by %j', (files, journeys) => {
  expect(journeysOf(files, all).sort()).toEqual([...journeys].sort());
});
