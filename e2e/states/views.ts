import type { Holder } from '@datchain/testing/browsers/holder.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { presses } from './presses.ts';
import { expectReads } from './reading.ts';
import { heldScreens } from './screens.ts';

export type View<Who extends readonly unknown[] = [holder: Holder]> = {
  readonly name: string;
  readonly open: (page: Page, ...who: Who) => Promise<unknown>;
};

const main = (page: Page): Locator => page.getByRole('main');

const pressed = (page: Page, name: string | RegExp): Promise<void> =>
  main(page).getByRole('button', { name }).first().click();

const after =
  <Who extends readonly unknown[]>(
    path: (...who: Who) => string,
    act: (page: Page) => Promise<unknown>,
  ) =>
  async (page: Page, ...who: Who) => {
    await page.goto(path(...who));
    await act(page);
  };

const setups = ['begin', 'details', 'review', 'rejected'] as const;

const setupAt =
  (setup: (typeof setups)[number], query = '') =>
  async (page: Page) => {
    await page.route('**/createOrRetrieveAccount', (route) =>
      route.fulfill({ json: { result: { stripeAccountId: 'acct_1', payouts_enabled: false } } }),
    );
    await page.route('**/getPayoutQuote', async (route) => {
      const answer = await route.fetch();
      const { result } = await answer.json();
      await route.fulfill({ json: { result: { ...result, payouts_enabled: false, setup } } });
    });
    await page.goto(`/cashout${query}`);
    await expect(page.getByText('of your earnings can be paid out')).toBeVisible();
  };

const totals = ['Utility tokens (USD)', 'datchain token rewards', 'Earnings', 'Value per'];

export const heldViews: readonly View[] = [
  ...heldScreens.map((screen) => ({
    name: screen.name,
    open: async (page: Page, holder: Holder) => {
      await page.goto(screen.path(holder));
      await expectReads({ page, holder, screen }, 'arrived');
    },
  })),
  ...totals.map((total) => ({
    name: `the wallet with ${total} opened`,
    open: after(
      () => '/wallet',
      (page) => pressed(page, total),
    ),
  })),
  ...presses
    .filter(({ name }) => !['cancelling a listing of tokens', 'a payout'].includes(name))
    .map(({ name, open, button }) => ({
      name: `before ${name}`,
      open: async (page: Page, holder: Holder) => {
        await open(page, holder);
        await expect(button(page)).toBeVisible();
      },
    })),
  {
    name: 'the form for the price of an edition',
    open: after(
      ({ owned }: Holder) => `/wallet/dat/${owned.id}`,
      (page) => pressed(page, /^Sell DAT/),
    ),
  },
  {
    name: 'the cash-out of reward tokens',
    open: after(
      () => '/cashout',
      (page) => page.getByRole('tab', { name: 'Tokens' }).click(),
    ),
  },
  {
    name: 'a payout without an amount',
    open: after(
      () => '/cashout',
      async (page) => {
        await pressed(page, /^Cash Out$/);
        await expect(page.getByText('Enter a valid payout amount.')).toBeVisible();
      },
    ),
  },
  ...setups.map((setup) => ({ name: `the setup, ${setup}`, open: setupAt(setup) })),
  { name: 'the setup, back from the provider', open: setupAt('details', '?setup=done') },
  { name: 'the setup, link expired', open: setupAt('begin', '?setup=expired') },
];

export const visitorViews: readonly View<[]>[] = [
  { name: 'the login', open: (page) => page.goto('/login') },
  {
    name: 'the login with an error',
    open: after(
      () => '/login',
      async (page) => {
        await pressed(page, 'LOG IN');
        await expect(page.getByRole('alert').first()).toContainText('Please enter both');
      },
    ),
  },
  {
    name: 'the new password',
    open: after(
      () => '/login',
      (page) => pressed(page, 'Forgot password?'),
    ),
  },
  { name: 'the signup', open: (page) => page.goto('/signup') },
  { name: 'the wallet of a visitor', open: (page) => page.goto('/wallet') },
  { name: 'the cash-out of a visitor', open: (page) => page.goto('/cashout') },
  { name: 'an unknown address', open: (page) => page.goto('/wallet/nothing/here') },
];
