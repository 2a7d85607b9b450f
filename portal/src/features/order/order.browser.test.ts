import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import { portalSite } from '../../testing/portal-site.ts';

const portal = portalSite();

const order = {
  state: 'reserved',
  blockId: '36',
  qty: 30,
  total: 1_080,
  settledAt: null,
  expiresAt: Date.UTC(2100, 0, 1),
  url: 'https://checkout.stripe.test/pay',
};

const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' });

const besideTheReceipt = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => !one.closest('.receipt') && !one.querySelector('.receipt'))
      .filter((one) => one.checkVisibility())
      .map((one) => one.outerHTML.slice(0, 80)),
  );

const typefaces = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.fonts].flatMap(({ family, status }) =>
      status === 'loaded' && /Besley"?$/.test(family) ? [family] : [],
    ),
  );

test('a paid order shows a receipt that prints on one page, and its typeface loads only then', async () => {
  const { page, answer } = await portal.open('/orders/o1?from=checkout', {
    user: { uid: 'fan', email: 'fan@dats.test' },
    calls: { getOrderStatus: { result: order } },
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const print = page.getByRole('button', { name: 'Print receipt' });
  await expect(print).toHaveCount(0);
  expect(await typefaces(page)).toEqual([]);

  const settledAt = Date.UTC(2026, 10, 22, 10, 43);
  answer('getOrderStatus', { result: { ...order, state: 'settled', settledAt, url: null } });
  await expect(print).toBeVisible();
  await expect(page).toHaveTitle('Receipt for order o1 - datchain');
  const lines = receipt(page).locator('dl > div, tbody tr, tfoot tr');
  expect(
    await lines.evaluateAll((all) =>
      all.map((line) => [...line.children].map((cell) => cell.textContent).join(': ')),
    ),
  ).toEqual([
    'Date: 22 Nov 2026, 10:43 UTC',
    'Order: o1',
    'Seller: datchain',
    'Buyer: fan@dats.test',
    'Paid with: Card, through Stripe',
    'Utility tokens, Link 3630 at $0.36: $10.80',
    'Fees: $0.00',
    'Total: $10.80',
  ]);
  await expect(receipt(page)).toContainText('It is not a tax invoice');
  expect(await axeFaults(page)).toEqual([]);

  await expect.poll(async () => (await typefaces(page)).length).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await besideTheReceipt(page)).toEqual([]);
  await expect(receipt(page)).toHaveCSS('color', 'rgb(20, 20, 20)');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.evaluate(() => {
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') });
  });
  await print.press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-printed');
});
