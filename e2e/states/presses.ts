import type { Holder } from '@datchain/testing/browsers/holder.ts';
import { openBlock, openDialog } from '@datchain/testing/browsers/purchase.ts';
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * The place of a failure message. In an element of the page it is the server's sentence or
 * `otherwise`, or always the same text; an alert always has the same text.
 */
type Says =
  | { readonly at: (page: Page) => Locator; readonly otherwise: string }
  | { readonly at: (page: Page) => Locator; readonly always: string }
  | { readonly alert: string; readonly reasonAt?: (page: Page) => Locator };

export type Press = {
  readonly name: string;
  readonly call: string;
  readonly open: (page: Page, holder: Holder) => Promise<void>;
  readonly button: (page: Page) => Locator;
  readonly says: Says;
  readonly kept?: readonly [field: (page: Page) => Locator, value: string];
};

const dialog = (page: Page): Locator => page.getByRole('dialog');
const alertIn = (page: Page): Locator => dialog(page).getByRole('alert');
const inMain = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name });
const inDialog = (page: Page, name: string | RegExp): Locator =>
  dialog(page).getByRole('button', { name, exact: true, includeHidden: true }).last();
const news = (page: Page): Locator => page.locator('.toast');

const openSettings = async (page: Page) => {
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Wallet Settings' }).click();
};
/** Waits for a button that depends on the same call, so that only the press fails. */
const expectReady = (button: Locator): Promise<void> => expect(button).toBeEnabled();
const noStripe = 'Unable to open Stripe – try again.';

const settingAtStripe = (name: string): Pick<Press, 'open' | 'button' | 'says'> => ({
  open: openSettings,
  button: (page) => inDialog(page, name),
  says: { alert: noStripe },
});

export const presses: readonly Press[] = [
  {
    name: 'buying tokens',
    call: 'createPaymentLinkDatTokenTesting',
    open: async (page, { blockId }) => {
      await openBlock(page, blockId);
      await (await openDialog(page)).getByLabel('Quantity').fill('40');
    },
    button: (page) => inDialog(page, 'Confirm'),
    says: { at: alertIn, otherwise: 'Purchase failed' },
    kept: [(page) => dialog(page).getByLabel('Quantity'), '40'],
  },
  {
    name: 'listing tokens',
    call: 'listDatChainTokens',
    open: async (page) => {
      await page.goto('/wallet');
      await inMain(page, /^List for sale from Link/).click();
      await dialog(page).getByLabel('Quantity').fill('30');
      await dialog(page).getByLabel('Price').fill('0.51');
    },
    button: (page) => inDialog(page, 'List for sale'),
    says: { at: alertIn, otherwise: 'Listing failed' },
    kept: [(page) => dialog(page).getByLabel('Price'), '0.51'],
  },
  {
    name: 'cancelling a listing of tokens',
    call: 'cancelTokenListing',
    open: async (page) => void (await page.goto('/wallet')),
    button: (page) => inMain(page, /^Cancel listing/),
    says: { at: news, otherwise: 'The listing could not be cancelled. Try again.' },
  },
  {
    name: 'claiming reward tokens',
    call: 'claimRewardTokens',
    open: async (page) => void (await page.goto('/wallet')),
    button: (page) => inMain(page, 'Claim 1 reward token'),
    says: { at: news, otherwise: 'The tokens could not be claimed. Try again.' },
  },
  {
    name: 'opening the cash-out details',
    call: 'createOrRetrieveAccount',
    ...settingAtStripe('Edit Cash-out Details'),
  },
  {
    name: 'opening the billing info',
    call: 'createBillingPortalLink',
    ...settingAtStripe('Edit Billing Info'),
  },
  {
    name: 'opening the setup of payouts',
    call: 'createOnboardingLink',
    open: async (page) => {
      const result = { stripeAccountId: 'acct_1', payouts_enabled: false };
      await page.route('**/createOrRetrieveAccount', (route) =>
        route.fulfill({ json: { result } }),
      );
      await page.goto('/cashout');
    },
    button: (page) => inMain(page, /Stripe$/),
    says: { at: (page) => page.getByRole('main').getByRole('alert'), always: noStripe },
  },
  {
    name: 'a payout',
    call: 'processPayout',
    open: async (page) => {
      await page.goto('/cashout');
      await page.getByLabel('Payout amount').fill('30');
      await inMain(page, 'Cash Out').click();
    },
    button: (page) => inDialog(page, /^(Confirm|Cashing out…)$/),
    says: {
      alert: 'Failed to process payout. Please try again.',
      reasonAt: (page) => dialog(page).getByRole('alert'),
    },
    kept: [(page) => page.getByLabel('Payout amount'), '30'],
  },
  {
    name: 'offering an edition',
    call: 'setEditionForSaleCF',
    open: async (page, { owned }) => {
      await page.goto(`/wallet/dat/${owned.id}`);
      await inMain(page, /^Sell DAT/).click();
      await dialog(page).getByLabel('Price').fill('21');
      await inDialog(page, 'Continue').click();
      await expect(page.getByRole('dialog', { name: 'Confirm Sale' })).toBeVisible();
    },
    button: (page) => inDialog(page, 'Confirm'),
    says: { alert: 'Failed to list DAT for sale. Please try again.', reasonAt: alertIn },
  },
  {
    name: 'buying an edition',
    call: 'purchaseEdition',
    open: async (page, { offered }) => void (await page.goto(`/buy/${offered.id}/1`)),
    button: (page) => inMain(page, /^Buy for/),
    says: {
      at: (page) => page.getByRole('main').getByRole('alert'),
      otherwise: 'Purchase failed',
    },
  },
  {
    name: 'cancelling an order',
    call: 'cancelOrder',
    open: async (page, { orderId }) => void (await page.goto(`/orders/${orderId}`)),
    button: (page) => inMain(page, /^(Cancel order|Cancelling…)$/),
    says: {
      at: (page) => page.getByRole('main').getByRole('alert'),
      otherwise: 'The order was not cancelled.',
    },
  },
  {
    name: 'unfollowing an artist',
    call: 'followArtist',
    open: async (page, { artist }) => {
      await page.goto(`/follow/${artist}`);
      await expectReady(inMain(page, 'Unfollow'));
    },
    button: (page) => inMain(page, 'Unfollow'),
    says: {
      at: (page) => page.getByRole('main').getByRole('alert'),
      otherwise: 'This could not be saved. Try again.',
    },
  },
  {
    name: 'marking all notifications read',
    call: 'setNotifications',
    open: async (page) => void (await page.goto('/notifications')),
    button: (page) => inMain(page, 'Mark all read'),
    says: { at: news, otherwise: 'This could not be saved. Try again.' },
  },
  {
    name: 'hiding one’s name',
    call: 'setLedgerHandle',
    open: async (page) => {
      await page.goto('/account');
      await expectReady(inMain(page, 'Hide my username'));
    },
    button: (page) => inMain(page, 'Hide my username'),
    says: {
      at: (page) => page.getByRole('region', { name: 'Your name in public' }).getByRole('status'),
      otherwise: 'Your choice could not be saved. Try again.',
    },
  },
  {
    name: 'changing a name',
    call: 'changeAccount',
    open: async (page) => {
      await page.goto('/account');
      await page.getByRole('button', { name: 'Change Name', exact: true }).click();
      await dialog(page).getByLabel('Name').fill('Someone Else');
    },
    button: (page) => dialog(page).getByRole('button', { name: /^Chang(e|ing…)$/ }),
    says: { at: alertIn, otherwise: 'This could not be changed. Try again.' },
    kept: [(page) => dialog(page).getByLabel('Name'), 'Someone Else'],
  },
  {
    name: 'logging out everywhere',
    call: 'signOutEverywhere',
    open: async (page) => void (await page.goto('/account')),
    button: (page) => inMain(page, /^(Log out everywhere|Logging out…)$/),
    says: {
      at: (page) => page.locator('.account-row', { hasText: 'Logged in' }).locator('.small'),
      otherwise: 'You could not be logged out everywhere. Try again.',
    },
  },
  {
    name: 'accepting an application',
    call: 'decide',
    open: async (page) => {
      await page.goto('/operator');
      await inMain(page, /^Accept /)
        .first()
        .click();
      await dialog(page).getByRole('textbox').fill('Good songs.');
    },
    button: (page) => dialog(page).getByRole('button', { name: /^(Accept|One moment…)$/ }),
    says: { at: alertIn, otherwise: 'This could not be done. Try again.' },
    kept: [(page) => dialog(page).getByRole('textbox'), 'Good songs.'],
  },
];
