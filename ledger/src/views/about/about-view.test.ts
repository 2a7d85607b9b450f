import { rates } from '@datchain/shared/domain/config.ts';
import { expect, test } from 'vitest';
import { aboutView } from './about-view.ts';
import { questions } from './help-view.ts';

const block = (priceCents: number, platformRemaining: number) => ({
  id: String(priceCents),
  priceCents,
  platformRemaining,
  sellQty: 0,
  sellFaceMicros: 0,
});

const blocks = [block(32, 0), block(40, 50_000), block(36, 40_000)];

test('[N-PPL-12] the example is worked out with the price that sells first, and its lines add up', () => {
  const { example, exampleEnd } = aboutView(blocks);
  expect(example.map(({ what, amount }) => [what, amount])).toEqual([
    ['Buys an edition for $25.00', '−$25.20'],
    ['Keeps the change', '$0.20'],
    ['100,000 Spotify streams later', '$0.50'],
    ['Sells the edition for $45.00', '$33.75'],
  ]);
  expect(exampleEnd).toEqual({
    what: 'In the end',
    how: 'If nobody buys it, she is down $24.50',
    amount: '$9.25',
  });
});

test('[N-PPL-12] without stock the example takes the lowest price; a price without change has no line for it', () => {
  expect(aboutView([]).example[0]?.how).toBe('70 tokens at $0.36, by card');
  expect(aboutView([block(50, 100)]).example.map(({ what }) => what)).not.toContain(
    'Keeps the change',
  );
});

test('[N-PPL-12] blocks with stock are shown cheapest first, with bars as high as their prices', () => {
  expect(aboutView(blocks).blocks).toEqual([
    { id: '36', price: '$0.36', height: 90 },
    { id: '40', price: '$0.40', height: 100 },
  ]);
});

test('[N-PPL-12] [N-FIG-04] the parts of each price add up to 100%, and fees are the configured ones', () => {
  const { splits, fees, prices, streamRates } = aboutView(blocks);
  for (const { parts } of splits) {
    expect(parts.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
  }
  expect(splits[1]?.parts[0]).toEqual({
    name: 'Seller',
    percent: rates.editionResale.sellerPpm / 10_000,
  });
  expect(fees.map(({ fee }) => fee)).toEqual([
    'No fee. 10% goes to the reward pool; the rest is kept for the tokens.',
    'No fee on top. The seller gets 95%.',
    '5% on top of what they earn: datchain pays it; the artist gives up nothing. Each edition gets 2.5% of the 5%, the artist the rest.',
    'No fee. From $25.00, usually 4 days after you earned it.',
    'No fee.',
  ]);
  expect(prices).toBe('$10.00, $25.00, $50.00, or $100.00');
  expect(streamRates).toBe('$0.004 to $0.007');
});

test('[N-PPL-12] the ten questions are answered with the configured figures', () => {
  const all = questions();
  expect(all).toHaveLength(10);
  const answers = all.map(({ answer }) => answer).join(' ');
  for (const figure of ['$10.00', '$25.00', '5%', '2.5%', '75%', '$0.004', '4 days']) {
    expect(answers).toContain(figure);
  }
});
