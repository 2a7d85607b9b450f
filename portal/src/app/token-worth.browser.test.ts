import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import { readSpendable } from '@datchain/shared/contracts/documents/user-wallet.ts';
import { type Spendable, spendFace, sumOfLots } from '@datchain/shared/domain/books/lots.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../testing/given.ts';
import { portalSite } from '../testing/portal-site.ts';
import { factsIn, figure, readRows } from '../testing/read-page.ts';

const portal = portalSite();
const PRICE_CENTS = 2_500;

interface Held {
  readonly qty: number;
  readonly priceCents: number;
  /** The face of all of them, in cents. */
  readonly faceCents: number;
}

const makeWallet = ({ qty, priceCents, faceCents }: Held) => ({
  lots: [
    {
      blockId: String(priceCents),
      priceCents,
      qty,
      faceMicros: centsToMicros(faceCents),
    },
  ],
  changeMicros: 0,
});

const amounts = ({ lots, changeMicros }: Spendable) => {
  const { qty, faceMicros } = sumOfLots(lots);
  return { tokens: qty, micros: faceMicros, changeMicros };
};

function makeQuote(stored: unknown): EditionQuote {
  const wallet = readSpendable(stored);
  const spent = spendFace(wallet, centsToMicros(PRICE_CENTS));
  if (isRefusal(spent)) throw new Error('It is not enough.');
  return {
    priceCents: PRICE_CENTS,
    blockedBy: null,
    card: null,
    held: amounts(wallet),
    spent: { tokens: spent.tokens, changeMicros: spent.changeSpentMicros },
    left: amounts(spent),
  };
}

function makeHolder(held: Held): Given {
  const { qty, priceCents } = held;
  const price = priceCents / 100;
  const wallet = makeWallet(held);
  const edition = { edition: 4, price: 25, isForSale: true, currentOwnerId: 'ada' };
  return {
    user: { uid: 'fan', email: 'fan@dats.test' },
    live: {
      'datchainwallets/fan': { [priceCents]: { price, qty } },
      tokenBlocks: { [priceCents]: { price, platformRemaining: 9_000, sellQty: 0 } },
    },
    documents: {
      'users/fan/wallet/main': wallet,
      'assetsSummary/main': {
        assets: [{ id: 'salt', SongName: 'Salt', creatorId: 'ada', editions: [edition] }],
      },
    },
    calls: {
      getEditionQuote: { result: makeQuote(wallet) },
      purchaseEdition: { result: { edition: 4, spent: 70, entryId: 'edition-sale:salt:4:1' } },
    },
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const main = (page: Page) => page.getByRole('main');

test('[N-EXP-05] [N-FIG-02] 100 tokens at $0.36 are worth $36.00 on every screen, and the change of a purchase is shown and named', async () => {
  const given = makeHolder({ qty: 100, priceCents: 36, faceCents: 3_600 });
  const { page, change } = await portal.open('/wallet', given);
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$36.00');
  const blocks = page.getByRole('table', { name: 'Token blocks' });
  await expect
    .poll(async () => (await readRows(blocks))[0]?.slice(0, 4))
    .toEqual(['Link 36', '100', '$0.36', '$36.00']);
  await expect(page.getByText(/prices of their blocks/)).toHaveCount(0);
  await button(page, 'Utility tokens (USD)').click();
  await expect(main(page)).toContainText('They buy editions for $36.00. Tokens you listed');
  await button(page, /^List for sale from Link 36/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Quantity').fill('100');
  await expect.poll(async () => (await factsIn(dialog))[0]).toBe('100 tokens at $0.36: $36.00');
  await button(page, 'Cancel').click();

  await blocks.getByRole('link', { name: 'Link 36' }).click();
  await button(page, 'BUY TOKENS').click();
  await dialog.getByLabel('Quantity').fill('100');
  await expect
    .poll(() => factsIn(dialog))
    .toEqual(['100 tokens at $0.36: $36.00', 'Total: $36.00']);

  await page.goto(new URL('/buy/salt/4', page.url()).href);
  // 70 tokens are $25.20; the edition costs $25.00.
  await expect
    .poll(() => factsIn(main(page)))
    .toEqual([
      'Price: $25.00',
      'Left in your wallet: $11.00',
      'You pay from your wallet (70 tokens): $25.00',
    ]);
  await expect(main(page)).toContainText('What is left over stays in your wallet.');
  await button(page, 'Buy for $25.00 from your wallet').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('DAT #4 is yours');
  await change({
    live: { 'datchainwallets/fan/36/qty': 30 },
    documents: {
      'users/fan/wallet/main': makeWallet({ qty: 30, priceCents: 36, faceCents: 1_100 }),
    },
  });
  await expect
    .poll(() => factsIn(main(page)))
    .toEqual(['Tokens: 70 spent', 'Price: $25.00', 'Left in your wallet: $11.00']);
  await page.getByRole('navigation').getByRole('link', { name: 'WALLET' }).first().click();
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$11.00');
  await expect.poll(async () => (await readRows(blocks))[0]?.[3]).toBe('$11.00');
  await expect(main(page)).toContainText(
    'They buy editions for $11.00. Tokens count for what they first cost, whatever the price of their block is.',
  );
});

test('[N-EXP-05] [N-FIG-02] tokens bought from a seller count for what they buy, not for the price of their block', {
  tags: 'long',
}, async () => {
  const options = { viewport: { width: 360, height: 740 } };
  const given = { ...makeHolder({ qty: 100, priceCents: 60, faceCents: 3_600 }), options };
  const { page } = await portal.open('/wallet', given);
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$36.00');
  await expect(main(page)).toContainText(
    'They buy editions for $36.00. Tokens count for what they first cost, whatever the price of their block is.',
  );
  expect(await axeFaults(page)).toEqual([]);
  await page.goto(new URL('/buy/salt/4', page.url()).href);
  await expect.poll(async () => (await factsIn(main(page)))[1]).toBe('Left in your wallet: $11.00');
  await page.getByText('How this adds up').click();
  await expect(main(page)).toContainText('Your wallet counts for $36.00 (100 tokens).');
  await expect(main(page)).toContainText('Tokens count for what they first cost');
});
