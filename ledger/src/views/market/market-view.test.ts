import { readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { readTokenBlocks } from '@datchain/shared/contracts/documents/token-block.ts';
import { expect, test } from 'vitest';
import { storedBlocks, storedMetrics } from '../../../testing/stored-world.ts';
import { marketView } from './market-view.ts';

const viewOf = (blocks: unknown, metrics: unknown) =>
  marketView(readTokenBlocks(blocks), readMetrics(metrics));

test('[R-HOM-01] three cards: utility tokens remaining, reward tokens remaining, their value', () => {
  expect(viewOf(storedBlocks, storedMetrics).metrics).toEqual([
    {
      label: 'Utility tokens remaining',
      value: '106,200',
      note: 'They pay for editions and are not refunded.',
    },
    {
      label: 'Reward tokens remaining',
      value: '61,402',
      note: 'One comes with each $250.00 you spend on tokens.',
    },
    {
      label: 'Reward token value',
      value: '$0.417',
      note: 'The reward pool, divided by 100,000. They can be cashed out from $25.00 on.',
    },
  ]);
});

test.each([
  ['more issued than there are', { issuedToUsers: 70_000 }, '0', '$0.00'],
  ['no metrics at all', undefined, '66,669', '$0.00'],
  ['no circulating counts as 100,000', { poolCents: 4_170_000 }, '66,669', '$0.417'],
  ['at most three decimals', { poolCents: 123_456, circulating: 1000 }, '66,669', '$1.235'],
  ['decimal strings', { poolCents: '50000', circulating: '1000' }, '66,669', '$0.50'],
])('[R-HOM-06] %s', (_what, datToken, remaining, value) => {
  const { metrics } = viewOf(storedBlocks, { datToken });
  expect(metrics.slice(1).map((metric) => metric.value)).toEqual([remaining, value]);
});

test('[R-HOM-02] [N-FIG-02] only blocks with stock are shown, cheapest first, and the first one sells first', () => {
  expect(viewOf(storedBlocks, storedMetrics).blocks).toEqual([
    { id: '36', price: '$0.36', available: '41,200', sellsFirst: true },
    { id: '37', price: '$0.37', available: '25,000', sellsFirst: false },
    { id: '100', price: '$1.00', available: '40,000', sellsFirst: false },
  ]);
});
