import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { payouts } from '../../testing/payouts.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { figure } from '../../testing/read-page.ts';

const portal = portalSite();

const first = Array.from({ length: 100 }, (_, n) => `first-${n}`);
const next = ['next-0', 'next-1', 'next-2'];
const lineOf = (id: string) => ({
  id,
  edition: 1,
  earnings: 0.5,
  sold: false,
  isForSale: true,
  royalties: 2.5,
});
const world: Given = {
  user: { uid: 'ada', email: 'ada@dats.test' },
  calls: { getPayoutQuote: payouts('ready') },
  documents: {
    'users/ada/wallet/main': {
      balance: 0,
      ownedDats: first.map(lineOf),
      works: {
        works: 103,
        held: 103,
        editions: 102,
        released: 103,
        heldMicros: 53_500_000,
        soldOnMicros: 0,
        releasedMicros: 53_500_000,
      },
    },
    'users/ada/works/p1': {
      datIds: next,
      ownedDats: next.map((id, n) => ({ ...lineOf(id), sold: n === 2 })),
      created: [{ datId: 'next-2', earnedMicros: 2_000_000 }],
    },
    'assetsSummary/main': {
      assets: [...first, ...next].map((id) => ({
        id,
        SongName: `Song ${id}`,
        creatorId: 'ada',
        ArtistName: 'Ada',
        tier: 'Gold',
        editions: [{ edition: 1, price: 20, isForSale: false, currentOwnerId: 'ada' }],
      })),
    },
  },
};

test('[R-WAL-03] a wallet lists a hundred works at a time, and its totals count all of them', async () => {
  const { page, change } = await portal.open('/wallet', world);
  await expect(page.getByText('103 works, 102 editions')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(100);
  await expect(figure(page, 'Earnings')).toHaveText('$53.50');
  const held = page.locator('dl > div').filter({ hasText: 'Works you hold' });
  await expect(held.locator('dd')).toHaveText(['$53.50', '$53.50']);

  await page.getByRole('button', { name: 'Earnings', exact: true }).click();
  const lines = page.getByRole('table', { name: 'Earnings by work' }).getByRole('row');
  await expect(lines).toHaveCount(1 + 100 + 1);
  await expect(lines.last()).toContainText('Your other works');
  await expect(lines.last()).toContainText('$3.50');

  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('article')).toHaveCount(103);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(page.getByRole('article').last()).toContainText('$2.50');

  const moved = next.map((id) => ({ ...lineOf(id), earnings: 7 }));
  await change({ documents: { 'users/ada/works/p1': { datIds: next, ownedDats: moved } } });
  await expect(page.getByRole('article').last()).toContainText('$7.00');

  await page.getByRole('link', { name: 'Song next-1' }).click();
  await expect(page).toHaveURL(/\/wallet\/dat\/next-1$/);
  await expect(figure(page, 'Owned Editions')).toHaveText('1');
  await expect(figure(page, 'Total Earnings')).toHaveText('$7.00');
});

const few: Given = {
  ...world,
  documents: {
    ...world.documents,
    'users/ada/wallet/main': {
      ...(world.documents?.['users/ada/wallet/main'] as object),
      ownedDats: first.slice(0, 2).map(lineOf),
    },
  },
};

test('[R-WAL-03] a page of works that cannot be loaded says so', { tags: 'long' }, async () => {
  portal.expectComplaint(/users\/ada\/works/);
  const { page } = await portal.open('/wallet', { ...few, refused: ['users/ada/works/p1'] });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('These works could not be loaded. Trying again.')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test.each([
  ['first-0', '1'],
  ['next-0', '1'],
  ['next-2', '0'],
])(
  '[R-WAL-03] the page of work %s finds it, in whichever part of the wallet it is',
  async (datId, held) => {
    const { page } = await portal.open(`/wallet/dat/${datId}`, few);
    await expect(figure(page, 'Owned Editions')).toHaveText(held);
  },
);

test('[R-WAL-03] the page of an unknown work says that there is no DAT', async () => {
  const { page } = await portal.open('/wallet/dat/none', few);
  await expect(page.getByText('There is no DAT at this address.')).toBeVisible();
});

test('[R-WAL-03] the desk sums the earnings of all works', async () => {
  const { page } = await portal.open('/desk', world);
  await expect(figure(page, 'Earned so far')).toHaveText('$53.50');
});
