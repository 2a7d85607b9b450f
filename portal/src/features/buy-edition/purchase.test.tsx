import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { debtText } from '@datchain/shared/domain/books/debts.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Live } from '../../lib/use-watched.ts';
import type { Buyer } from './buyer.ts';
import { offerOf } from './offer.ts';
import { Purchase } from './purchase.tsx';

const ana = 'u5Pq0ZrT1bWkEoXcVn8MdLs2JaHy';
const edition = { edition: 1, price: 40, isForSale: true, royalties: 2.5, currentOwnerId: ana };
const dat = readAsset(
  { id: 'blue', SongName: 'Blue', creatorId: ana, creatorUsername: 'ana', editions: [edition] },
  'row',
) as Dat;
const enough = [{ blockId: '50', priceCents: 50, qty: 100, faceMicros: 50_000_000 }];
type Lots = Buyer['spendable']['lots'];
const known = (
  ownsIt: boolean,
  lots: Lots = enough,
  { debtMicros = 0, changeMicros = 0 } = {},
): Live<Buyer> => ({
  state: 'ready',
  value: { spendable: { lots, changeMicros }, ownsIt, debtMicros },
});

function drawn(buyer: Live<Buyer>, live?: unknown): string {
  const offer = offerOf(dat, 1, live);
  if (!offer) throw new Error('There is no offer');
  return renderToStaticMarkup(
    <MemoryRouter>
      <Purchase dat={dat} offer={offer} buyer={buyer} />
    </MemoryRouter>,
  );
}

const sold = { 1: { priceCents: 4_000, isForSale: false, wasSold: true, username: 'bo' } };

test('[R-VIEW-12] the price is there at once, and Confirm when the wallet has come', () => {
  const waiting = drawn({ state: 'loading' });
  expect(waiting).toContain('$40.00');
  expect(waiting).toContain('Who gets what');
  expect(waiting).not.toMatch(/Confirm|Buy tokens|You own/);
  expect(drawn(known(false))).toContain('>Confirm</button>');
  expect(drawn(known(false, []))).toContain('Buy tokens');
});

test('change is spent first, and what stays is named', () => {
  const withChange = drawn(known(false, enough, { changeMicros: 200_000 }));
  expect(withChange).toContain('100, worth $50.00');
  expect(withChange).toMatch(/Your change.*\$0\.20/);
  expect(withChange).toContain('80 tokens + $0.20');
  const coarse = [{ blockId: '61', priceCents: 6_100, qty: 1, faceMicros: 61_000_000 }];
  expect(drawn(known(false, coarse))).toContain(
    '$21.00 stays in your wallet as change, and is spent first next time.',
  );
});

test('[R-VIEW-12] an own edition is never offered to its owner, for sale or not', () => {
  for (const live of [undefined, sold]) {
    const own = drawn(known(true), live);
    expect(own).toContain('You own this edition.');
    expect(own).not.toMatch(/Confirm|Who gets what|already been sold/);
  }
});

test('what is not for sale is said to be sold only when it is not the own one', () => {
  expect(drawn({ state: 'loading' }, sold)).not.toContain('already been sold');
  expect(drawn(known(false), sold)).toContain('This edition has already been sold.');
  expect(drawn({ state: 'failed' }, sold)).toContain('This edition has already been sold.');
});

test('tokens that cannot be loaded leave the price, without a way to confirm', () => {
  const failed = drawn({ state: 'failed' });
  expect(failed).toContain('$40.00');
  expect(failed).toContain('Your tokens could not be loaded. Trying again.');
  expect(failed).not.toContain('Confirm');
});

test('[N-MON-04] somebody who owes reads so in place of Confirm', () => {
  const owing = drawn(known(false, enough, { debtMicros: 10_000_000 }));
  expect(owing).toContain(debtText(10_000_000));
  expect(owing).toContain('See your wallet');
  expect(owing).not.toContain('Confirm');
});
