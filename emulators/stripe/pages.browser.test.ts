import { sweep } from '@datchain/testing/pure/scale.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import { giveTabsBack, takeTab } from '@datchain/testing/ui/kept-tab.ts';
import type { Browser, Page } from '@playwright/test';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, type Kit, startKit, startShop } from './testing/kit.ts';

// Browsers and processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let kit: Kit;
let page: Page;
let shop: { url: string; close(): Promise<void> };

beforeAll(async () => {
  browser = await keptChromium();
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  kit = await startKit();
  page = await takeTab(browser, { viewport: { width: 360, height: 740 } });
});
afterEach(async () => {
  await giveTabsBack(browser, shop.url);
  await kit.close();
});

const backAtShop = (place: string) => (url: URL) => url.href.startsWith(`${shop.url}/${place}`);
const openCheckout = async (change: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const session = await kit.stripe.checkout.sessions.create(
    aCheckout({
      success_url: `${shop.url}/paid?session={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shop.url}/back`,
      ...change,
    }),
  );
  return { id: session.id, url: session.url! };
};
const retrieve = (id: string) => kit.stripe.checkout.sessions.retrieve(id);
const sidewaysScroll = (target: Page) =>
  target.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

describe('the hosted payment page', () => {
  it('shows the items, the seller, the amount, and that no money is real', async () => {
    const { url } = await openCheckout({ customer_email: 'fan@dats.test' });
    await page.goto(url);
    const text = await page.locator('body').innerText();
    expect(text).toContain('Local Stripe emulator. No real card, no real money.');
    expect(text).toContain('Link 36');
    expect(text).toContain('Qty 3');
    expect(text).toContain('$1.08');
    expect(await page.getByRole('heading', { name: 'Pay datchain' }).isVisible()).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe('fan@dats.test');
  });

  it('takes the payment on Pay and leads to the success address with the session id', async () => {
    const { id, url } = await openCheckout();
    await page.goto(url);
    await page.getByRole('button', { name: 'Pay $1.08' }).click();
    await page.waitForURL(backAtShop(`paid?session=${id}`));
    expect(await retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
  });

  it('says if the card is declined, keeps the session open, and the next try succeeds', async () => {
    const { id, url } = await openCheckout();
    await page.goto(url);
    await page.getByRole('button', { name: 'Decline the card' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toBe('Your card was declined.');
    expect((await retrieve(id)).status).toBe('open');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pay $1.08' }).click();
    await page.waitForURL(backAtShop('paid'));
    expect((await kit.stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  it('says when it has expired and leads back without taking money', { tags: 'long' }, async () => {
    const { id, url } = await openCheckout();
    await page.goto(url);
    await kit.stripe.checkout.sessions.expire(id);
    await page.getByRole('button', { name: 'Pay $1.08' }).click();
    await page.getByRole('heading', { name: 'This payment page has expired' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect((await kit.stripe.paymentIntents.list()).data).toEqual([]);
    await page.getByRole('link', { name: 'Back to datchain' }).click();
    await page.waitForURL(backAtShop('back'));
  });

  type Look = readonly [width: number, scheme: 'light' | 'dark'];
  const others: Look[] = [
    [360, 'light'],
    [1280, 'light'],
    [1280, 'dark'],
  ];
  it.each(sweep<Look>([[360, 'dark']], others))(
    'has no accessibility faults at %i px, %s',
    async (width, colorScheme) => {
      const { url } = await openCheckout();
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      expect(await axeFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(false);
    },
  );
});

describe('the onboarding form', () => {
  const openLink = async () => {
    const account = await kit.stripe.accounts.create({
      type: 'express',
      email: 'ana@dats.test',
      capabilities: { transfers: { requested: true } },
    });
    const link = await kit.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: `${shop.url}/again`,
      return_url: `${shop.url}/done`,
    });
    return { account: account.id, url: link.url };
  };

  it.each([
    ['Finish setup', true, true],
    ['Leave without finishing', false, false],
    ['Be rejected', false, true],
  ])('"%s" leads back; payouts enabled: %s', async (button, payouts_enabled, details_submitted) => {
    const { account, url } = await openLink();
    await page.goto(url);
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(false);
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(backAtShop('done'));
    expect(await kit.stripe.accounts.retrieve(account)).toMatchObject({
      payouts_enabled,
      details_submitted,
    });
  });

  it('opens once: the same link again leads to the refresh address', async () => {
    const { account, url } = await openLink();
    await page.goto(url);
    await page.goto(url);
    expect(page.url()).toBe(`${shop.url}/again`);
    expect((await kit.stripe.accounts.retrieve(account)).payouts_enabled).toBe(false);
  });

  it('opens for five minutes only', async () => {
    const { url } = await openLink();
    await kit.knob('POST /_test/clock', { advanceMillis: 300_000 });
    await page.goto(url);
    expect(page.url()).toBe(`${shop.url}/again`);
  });
});

describe('the billing page', () => {
  it('shows what the customer paid and leads back', async () => {
    const customer = await kit.stripe.customers.create({ name: 'Bo', email: 'bo@dats.test' });
    const { id } = await openCheckout({ customer: customer.id });
    await kit.knob('POST /_test/pay', { sessionId: id });
    const portal = await kit.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: `${shop.url}/wallet`,
    });
    await page.goto(portal.url);
    const text = await page.locator('main').innerText();
    expect(text).toContain('Bo');
    expect(text).toContain('$1.08');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to datchain' }).click();
    await page.waitForURL(backAtShop('wallet'));
  });
});
