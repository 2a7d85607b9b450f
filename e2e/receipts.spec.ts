import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { type OwnDat, releaseDat } from '@datchain/testing/browsers/editions.ts';
import { test as base, expect } from '@datchain/testing/browsers/fixtures.ts';
import { expectPaid, pay } from '@datchain/testing/browsers/purchase.ts';
import type { Locator, Page } from '@playwright/test';

/** A DAT with one edition at $10, released for this test. */
const test = base.extend<{ dat: OwnDat }>({
  dat: async ({ admin }, use) => {
    const dat = await releaseDat(admin, { editions: 1, priceCents: 1_000 });
    await use(dat);
    await dat.remove();
  },
});

const receipt = (page: Page): Locator => page.getByRole('region', { name: 'Receipt' });

/** What a line of facts or of the table says. */
const saysOf = (page: Page, label: string): Locator =>
  receipt(page)
    .locator('dl > div, tfoot tr')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd, td');

/** Everything on the page that can be seen and is not part of the receipt or around it. */
const besideTheReceipt = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => !one.closest('.receipt') && !one.querySelector('.receipt'))
      .filter((one) => one.checkVisibility())
      .map((one) => one.outerHTML.slice(0, 80)),
  );

const usesBesley = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.fonts].some(
      ({ family, status }) => /Besley"?$/.test(family) && status === 'loaded',
    ),
  );

/** The receipt alone, on one page of A4, black on white also where the screen is dark. */
async function expectPrints(page: Page): Promise<void> {
  await expect.poll(() => usesBesley(page)).toBe(true);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await besideTheReceipt(page)).toEqual([]);
  await expect(receipt(page)).toHaveCSS('color', 'rgb(20, 20, 20)');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  await page.emulateMedia({ media: 'screen', colorScheme: null });
}

/** Counts what is asked to be printed, instead of the browser's own window for it. */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let prints = 0;
    Object.assign(window, { print: () => (prints += 1), printsSoFar: () => prints });
  });
  return () => page.evaluate('printsSoFar()');
}

test('a paid order is a receipt that prints on one page, and its typeface loads with it', {
  tag: '@small',
}, async ({ page, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(36, 100);
  const { orderId, url } = await market.reserve(fan, { blockId, qty: 30 });
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (/besley/i.test(request.url())) fonts.push(request.url());
  });
  await signIn(page, fan);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('link', { name: 'Pay with Stripe' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print receipt' })).toHaveCount(0);
  expect(fonts).toEqual([]);
  await page.goto(url);
  await pay(page);
  await expectPaid(page, 30);

  await expect(page).toHaveTitle(`Receipt for order ${orderId} - datchain`);
  await expect(saysOf(page, 'Date')).toHaveText(/^\d+ \w{3} \d{4}, \d\d:\d\d UTC$/);
  await expect(saysOf(page, 'Order')).toHaveText(orderId);
  await expect(saysOf(page, 'Seller')).toHaveText('datchain');
  await expect(saysOf(page, 'Buyer')).toHaveText(fan.email);
  await expect(saysOf(page, 'Paid with')).toHaveText('Card, through Stripe');
  const item = receipt(page).getByRole('row', { name: `Utility tokens, Link ${blockId}` });
  await expect(item).toContainText('30 at $0.36$10.80');
  await expect(saysOf(page, 'Fees')).toHaveText('$0.00');
  await expect(saysOf(page, 'Total')).toHaveText('$10.80');
  await expect(receipt(page)).toContainText('It is not a tax invoice');
  await expectAccessible(page, 'the receipt of an order');
  await expectPrints(page);

  const prints = await countPrints(page);
  await page.getByRole('button', { name: 'Print receipt' }).focus();
  await page.keyboard.press('Enter');
  expect(await prints()).toBe(1);
});
