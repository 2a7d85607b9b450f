import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import { portalSite } from '../../testing/portal-site.ts';
import { figure } from '../../testing/read-page.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };

const stock = (price: number, platformRemaining: number) => ({
  price,
  platformRemaining,
  sellQty: 0,
});

const blocks = (tokenBlocks: Readonly<Record<number, object>>) => ({
  tokenBlocks,
  'tokenBlocks/36': tokenBlocks[36],
});

const plenty = blocks({ 36: stock(0.36, 41_200) });
const buy = (page: Page) => page.getByRole('button', { name: 'BUY TOKENS' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Purchase Tokens' });
const quantity = (page: Page) => dialog(page).getByLabel('Quantity');
const address = (page: Page) => page.evaluate(() => location.pathname + location.search);

describe('a block that is followed', () => {
  test('[R-BLK-11] [N-EXP-08] stock and the button follow the database, and the page says which block sells first', async () => {
    const { page, change } = await portal.open('/tdc/block/36', { user, live: plenty });
    await expect(
      page.getByText(/cheapest first\. When a block is gone, the next one sells/),
    ).toBeVisible();
    await expect(figure(page, 'Total Available')).toHaveText('41,200');
    await change({ live: blocks({ 36: stock(0.36, 0) }) });
    await expect(figure(page, 'Total Available')).toHaveText('0');
    await expect(buy(page)).toBeDisabled();
    await change({ live: blocks({ 36: stock(0.36, 40) }) });
    await expect(figure(page, 'Total Available')).toHaveText('40');
    await expect(buy(page)).toBeEnabled();
  });

  test("[R-BLK-04] a block that does not exist shows 'Loading block data…'", async () => {
    const { page } = await portal.open('/tdc/block/no-such-block', { live: plenty });
    await expect(page.getByText('Loading block data…')).toBeVisible();
    await expect(page.getByText('It may be sold out.')).toBeVisible({ timeout: 15_000 });
    await expect(buy(page)).toHaveCount(0);
  });
});

describe('the way through the login', () => {
  test('[R-SES-03] BUY TOKENS sends a visitor to a login that leads back to the purchase', async () => {
    const { page } = await portal.open('/tdc/block/36', { live: plenty });
    await buy(page).click();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(await address(page)).toBe('/login?next=%2Ftdc%2Fblock%2F36%3Fbuy%3D');
    await page.getByRole('link', { name: 'Sign up' }).click();
    expect(await address(page)).toBe('/signup?next=%2Ftdc%2Fblock%2F36%3Fbuy%3D');
  });

  test('[R-SES-03] after the login the purchase opens by itself, once, with its quantity', async () => {
    const { page } = await portal.open('/tdc/block/36?buy=40', { user, live: plenty });
    await expect(quantity(page)).toHaveValue('40');
    expect(await address(page)).toBe('/tdc/block/36');
    await page.reload();
    await expect(buy(page)).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await page.goto(new URL('/tdc/block/36?buy=%3Cb%3E', page.url()).href);
    await expect(quantity(page)).toHaveValue('28');
  });

  test('LOG IN in the bar leads back to the screen, also when pressed on the login', async () => {
    const { page } = await portal.open('/tdc/block/36', { live: plenty });
    const logIn = page.getByRole('banner').getByRole('link', { name: 'LOG IN' });
    await logIn.click();
    expect(await address(page)).toBe('/login?next=%2Ftdc%2Fblock%2F36');
    await logIn.click();
    expect(await address(page)).toBe('/login?next=%2Ftdc%2Fblock%2F36');
    await page.goto(new URL('/buy/salt/4', page.url()).href);
    await logIn.click();
    expect(await address(page)).toBe('/login?next=%2Fbuy%2Fsalt%2F4');
  });
});

describe('a block with less than $10 left', () => {
  const rest = blocks({ 36: stock(0.36, 20), 40: stock(0.4, 9_000) });
  const link = (page: Page) => page.getByRole('link', { name: 'Buy it on the token marketplace' });

  test('[R-BLK-05] a block with less than $10 left says beside the button and in the modal that /home sells it', async () => {
    const { page, change } = await portal.open('/tdc/block/36', {
      user,
      live: rest,
      options: { viewport: { width: 360, height: 740 } },
    });
    await expect(page.getByText('Less than $10 of this block is left')).toBeVisible();
    await expect(link(page)).toHaveAttribute('href', '/home?buy=20');
    await buy(page).click();
    await expect(dialog(page).getByText('Less than $10 of this block is left')).toBeVisible();
    await expect(
      dialog(page).getByRole('link', { name: 'Buy it on the token marketplace' }),
    ).toHaveAttribute('href', '/home?buy=20');
    expect(await axeFaults(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await change({ live: blocks({ 36: stock(0.36, 28), 40: stock(0.4, 9_000) }) });
    await expect(page.getByText('Less than $10 of this block is left')).toHaveCount(0);
  });

  test('[R-BLK-05] the rest of a block is not offered on /home while a cheaper block sells first, or if no card can pay it', async () => {
    const { page, change } = await portal.open('/tdc/block/36', {
      user,
      live: blocks({ 30: stock(0.3, 900), 36: stock(0.36, 20) }),
    });
    await expect(
      page.getByText('The token marketplace sells it once the cheaper blocks are sold.'),
    ).toBeVisible();
    await expect(link(page)).toHaveCount(0);
    await change({ live: blocks({ 36: stock(0.36, 1), 40: stock(0.4, 9_000) }) });
    await expect(page.getByText('No card payment can be that small.')).toBeVisible();
    await expect(link(page)).toHaveCount(0);
  });
});

describe('a block whose tokens were issued for less', () => {
  const dear = { price: 0.93, platformRemaining: 0, sellQty: 60, sellFace: 23.4 };
  const given = {
    live: { tokenBlocks: { 93: dear }, 'tokenBlocks/93': dear },
    calls: {
      getOwnForSale: { result: { blocks: [] } },
      getTokenQuote: { result: { faceMicros: 7_400_000 } },
    },
  };
  const onPage =
    '60 from owners count as $0.39 each. They cost $55.80 here and buy editions for $23.40.';

  test('[N-MON-23] the block’s page and modal say what its tokens cost and what they buy, if that is less', async () => {
    const { page, asked, answer } = await portal.open('/tdc/block/93', {
      user,
      ...given,
      options: { viewport: { width: 360, height: 740 } },
    });
    await expect(page.getByText(onPage)).toBeVisible();
    await buy(page).click();
    await quantity(page).fill('20');
    const said = (text: string) => dialog(page).getByText(`${text}: owners sell them`);
    await expect(said('20 tokens cost $18.60 here and buy editions for $7.40')).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    const quotes = asked.filter(({ name }) => name === 'getTokenQuote');
    expect(quotes.at(-1)?.input).toEqual({ blockId: '93', qty: 20 });
    answer('getTokenQuote', { result: { faceMicros: 11_100_000 } });
    await quantity(page).fill('30');
    await expect(said('20 tokens cost $18.60 here and buy editions for $7.40')).toHaveCount(0);
    await expect(said('30 tokens cost $27.90 here and buy editions for $11.10')).toBeVisible();
  });

  test('[N-FIG-02] paying takes a second press for each quantity, also while it is unknown what the tokens buy', async () => {
    const { page, asked, answer } = await portal.open('/tdc/block/93', { user, ...given });
    answer('createPaymentLinkDatTokenTesting', { result: { url: '', orderId: 'o' } });
    answer('getTokenQuote', { result: { faceMicros: null } });
    const paid = () => asked.filter(({ name }) => name === 'createPaymentLinkDatTokenTesting');
    const press = (name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
    await buy(page).click();
    await quantity(page).fill('20');
    await press('Confirm');
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'These tokens buy less than they cost. Press Pay $18.60 to buy them anyway.',
    );
    expect(paid()).toEqual([]);
    // The buyer had agreed to another purchase.
    answer('getTokenQuote', { result: { faceMicros: 11_700_000 } });
    await quantity(page).fill('30');
    await expect(
      dialog(page).getByText('30 tokens cost $27.90 here and buy editions for $11.70'),
    ).toBeVisible();
    await press('Confirm');
    expect(paid()).toEqual([]);
    await press('Pay $27.90');
    await expect.poll(() => paid().map(({ input }) => input)).toMatchObject([{ qty: 30 }]);
  });

  test('[N-FIG-02] tokens that buy what they cost take one press', async () => {
    const { page, asked, answer } = await portal.open('/tdc/block/93', { user, ...given });
    answer('createPaymentLinkDatTokenTesting', { result: { url: '', orderId: 'o' } });
    answer('getTokenQuote', { result: { faceMicros: 18_600_000 } });
    await buy(page).click();
    await quantity(page).fill('20');
    await expect(dialog(page).getByText('and may buy editions worth less')).toBeVisible();
    await expect(dialog(page).getByText('and may buy editions worth less')).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect
      .poll(() => asked.filter(({ name }) => name === 'createPaymentLinkDatTokenTesting').length)
      .toBe(1);
  });

  test('[N-MON-23] a visitor reads on the page that tokens buy less than they cost', async () => {
    const { page, change } = await portal.open('/tdc/block/93', { live: given.live });
    await expect(page.getByText(onPage)).toBeVisible();
    await change({ live: { 'tokenBlocks/93': { ...dear, sellFace: 55.8 } } });
    await expect(page.getByText(onPage)).toHaveCount(0);
  });
});
