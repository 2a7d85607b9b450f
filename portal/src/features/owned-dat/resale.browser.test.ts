import { expect } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { factsIn } from '../../testing/read-page.ts';

const portal = portalSite();

const owner: Given = {
  user: { uid: 'fan', email: 'fan@dats.test' },
  documents: {
    'users/fan/wallet/main': {
      balance: 0,
      ownedDats: [{ id: 'bus', edition: 1, earnings: 0, royalties: 2.5 }],
    },
    'assetsSummary/main': {
      assets: [
        {
          id: 'bus',
          SongName: 'Night Bus to Lagos',
          creatorId: 'ada',
          creatorUsername: 'adaokonjo',
          SoldOut: true,
          editions: [{ edition: 1, price: 20, isForSale: false, currentOwnerId: 'fan' }],
        },
      ],
    },
  },
};

test('[N-INP-07] a resale price is offered as it was written, and one with two readings is refused', async () => {
  const { page, asked, answer } = await portal.open('/wallet/dat/bus', owner);
  answer('setEditionForSaleCF', { result: { ok: true } });
  await page.getByRole('button', { name: /^Sell DAT/ }).click();
  const list = page.getByRole('dialog', { name: 'List Edition #1' });
  const price = list.getByLabel('Price');
  const goOn = list.getByRole('button', { name: 'Continue' });
  for (const [typed, sentence] of [
    ['1.234', '“1.234” can mean $1,234.00 or $1.234. Write 1234 or 1.23.'],
    ['45,505,5', '“45,505,5” is not an amount. Write it like 45.50.'],
    ['45.5055', 'Write whole cents, such as 45.50.'],
    ['', 'Price must be at least $20.00'],
    ['19,99', 'Price must be at least $20.00'],
  ] as const) {
    await price.fill(typed);
    await goOn.click();
    await expect(list.locator('.field-error')).toHaveText(sentence);
  }
  await price.fill('2.000.000,00');
  await expect(price).toHaveValue('1000000.00');
  await expect(price).toHaveAccessibleDescription(/Capped at \$1,000,000\.00, the highest price\./);

  await price.fill('');
  await price.pressSequentially('45,50');
  await expect.poll(() => factsIn(list)).toContain('The buyer pays: $45.50');
  await goOn.click();
  await page
    .getByRole('dialog', { name: 'Confirm Sale' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expect(page.getByText('DAT #1 is now for sale at $45.50')).toBeVisible();
  expect(asked).toMatchObject([
    { name: 'setEditionForSaleCF', input: { datId: 'bus', editionNumber: 1, newPrice: 45.5 } },
  ]);
});

test('[R-OWN-05] the prices of other editions for sale stand beside the suggested price', async () => {
  const summary = owner.documents?.['assetsSummary/main'] as { assets: { editions: object[] }[] };
  const [asset] = summary.assets;
  const openWith = async (...others: object[]) => {
    const assets = [{ ...asset, editions: [...(asset?.editions ?? []), ...others] }];
    const documents = { ...owner.documents, 'assetsSummary/main': { assets } };
    const { page } = await portal.open('/wallet/dat/bus', { ...owner, documents });
    await page.getByRole('button', { name: /^Sell DAT/ }).click();
    return page.getByRole('dialog').getByLabel('Price');
  };
  const other = { isForSale: true, currentOwnerId: 'ben', username: 'ben' };
  const alone = await openWith();
  await expect(alone).toHaveAccessibleDescription(/Suggested: \$36\.00, 80% more\.$/);
  const one = await openWith({ ...other, edition: 2, price: 30 });
  await expect(one).toHaveAccessibleDescription(/80% more\. DAT #2 is for sale at \$30\.00\.$/);
  const two = await openWith(
    { ...other, edition: 2, price: 30 },
    { ...other, edition: 3, price: 25 },
  );
  await expect(two).toHaveAccessibleDescription(/ 2 others are for sale, from \$25\.00\.$/);
});
