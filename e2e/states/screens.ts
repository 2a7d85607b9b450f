import { type Holder, held } from '@datchain/testing/browsers/holder.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import type { Locator, Page } from '@playwright/test';

type Reading = readonly (readonly [place: Locator, text: string | RegExp])[];

export type HeldScreen = {
  readonly name: string;
  readonly path: (holder: Holder) => string;
  readonly arrived: (page: Page, holder: Holder) => Reading;
  /** The texts before anything has arrived. Figures of a user are dashes then (N-FIG-06). */
  readonly waiting: (page: Page, holder: Holder) => Reading;
  /** The texts while every call fails, where they differ. */
  readonly cut?: (page: Page, holder: Holder) => Reading;
  /** Matches texts that would be false about a holder, whichever call does not answer. */
  readonly untrue?: RegExp;
};

const main = (page: Page): Locator => page.getByRole('main');

const fact = (page: Page, label: string): Locator =>
  main(page)
    .locator('.fact-list > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd');

const receiptLine = (page: Page, label: string): Locator =>
  main(page)
    .locator('.receipt :is(dl > div, tfoot tr)')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd, td');

const accountRow = (page: Page, label: string): Locator =>
  main(page)
    .locator('.account-row')
    .filter({ has: page.locator('.account-label').getByText(label, { exact: true }) });

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

const orderWaiting = (page: Page): Reading => [
  [heading(page), 'Order'],
  [main(page), /Loading…/],
];
const orderCut = (page: Page): Reading => [
  [main(page), /The order could not be loaded. Trying again./],
];
const orderUntrue = /Order not found|You have no order/;

/** The limit of tabs: a browser opens six connections to a host, and each listening tab keeps one. */
const MAX_TABS = 5;

export const inHandfuls = (screens: readonly HeldScreen[]): readonly (readonly HeldScreen[])[] =>
  screens.length > MAX_TABS
    ? [screens.slice(0, MAX_TABS), ...inHandfuls(screens.slice(MAX_TABS))]
    : [screens];

export const heldScreens: readonly HeldScreen[] = [
  {
    name: 'the wallet',
    path: () => '/wallet',
    arrived: (page) => [
      [figure(page, 'Utility tokens (USD)'), held.utility],
      [figure(page, 'datchain token rewards'), held.rewards],
      [figure(page, 'Earnings'), held.earnings],
      [figure(page, 'Value per datchain token'), /^\$/],
    ],
    waiting: (page) => [
      [figure(page, 'Utility tokens (USD)'), '–'],
      [figure(page, 'datchain token rewards'), '–'],
      [figure(page, 'Earnings'), '–'],
      [figure(page, 'Value per datchain token'), '–'],
    ],
    untrue: /You don't own any/,
  },
  {
    name: 'the history',
    path: () => '/wallet/history',
    arrived: (page) => [[main(page).getByRole('row').nth(1), /\d/]],
    waiting: (page) => [[main(page), /Loading the history…/]],
    untrue: /Nothing has happened yet/,
  },
  {
    name: 'the statement',
    path: () => '/wallet/earnings',
    arrived: (page) => [
      [figure(page, 'Available now'), held.availableNow],
      [figure(page, 'Available later'), held.availableLater],
    ],
    waiting: (page) => [
      [figure(page, 'Available now'), '–'],
      [figure(page, 'Available later'), '–'],
    ],
  },
  {
    name: 'an owned DAT',
    path: ({ owned }) => `/wallet/dat/${owned.id}`,
    arrived: (page) => [
      [heading(page), 'Undertow'],
      [figure(page, 'Owned Editions'), '1'],
      [figure(page, 'Sold Out'), 'Yes'],
    ],
    waiting: (page) => [
      [figure(page, 'Owned Editions'), '–'],
      [figure(page, 'Sold Out'), '–'],
    ],
    untrue: /You don't own an edition|There is no DAT/,
  },
  {
    name: 'a block',
    path: ({ blockId }) => `/tdc/block/${blockId}`,
    arrived: (page) => [
      [figure(page, 'Price'), /^\$0\.50/],
      [figure(page, 'Total Available'), '400'],
    ],
    waiting: (page) => [[main(page), /Loading block data…/]],
    untrue: /Sold out/,
  },
  {
    name: 'an order',
    path: ({ orderId }) => `/orders/${orderId}`,
    arrived: (page, { blockId }) => [
      [heading(page), 'Waiting for payment'],
      [main(page), new RegExp(`Link ${blockId}`)],
    ],
    waiting: orderWaiting,
    cut: orderCut,
    untrue: orderUntrue,
  },
  {
    name: 'the receipt of an order',
    path: ({ paidOrderId }) => `/orders/${paidOrderId}`,
    arrived: (page, { paidOrderId, email }) => [
      [heading(page), 'Paid'],
      [receiptLine(page, 'Order'), paidOrderId],
      [receiptLine(page, 'Buyer'), email],
      [receiptLine(page, 'Total'), '$300.00'],
    ],
    waiting: orderWaiting,
    cut: orderCut,
    untrue: orderUntrue,
  },
  {
    name: 'the receipt of an edition',
    path: ({ purchaseId }) => `/wallet/receipt/${purchaseId}`,
    arrived: (page, { purchaseId, email }) => [
      [heading(page), 'Receipt for DAT #1'],
      [receiptLine(page, 'Number'), purchaseId],
      [receiptLine(page, 'Seller'), /^@\w+, on datchain$/],
      [receiptLine(page, 'Buyer'), email],
      [receiptLine(page, 'Total'), '$10.00'],
    ],
    waiting: (page) => [
      [heading(page), 'Receipt'],
      [main(page), /Loading…/],
    ],
    untrue: /Receipt not found|You have no purchase/,
  },
  {
    name: 'the proof',
    path: () => '/wallet/proof',
    arrived: (page) => [
      [
        page.locator('.proof-verdict').getByRole('status'),
        /You had no tokens or earnings when the books were closed\./,
      ],
      [fact(page, 'Books closed'), /\d{4}$/],
    ],
    waiting: (page) => [[main(page), /Checking…/]],
    cut: (page) => [
      [main(page), /Your balance could not be looked up in the books. Trying again./],
    ],
    untrue: /not in the list/,
  },
  {
    name: 'the cash-out',
    path: () => '/cashout',
    arrived: (page) => [
      [figure(page, 'Available now'), held.availableNow],
      [figure(page, 'Available later'), held.availableLater],
    ],
    waiting: (page) => [[main(page), /Loading…/]],
    // The check failed (R-CSH-01).
    cut: (page) => [[main(page), /Complete Your Stripe Setup.*could not be checked/]],
    untrue: /No payouts yet|\$0\.00/,
  },
  {
    name: 'an edition for sale',
    path: ({ offered }) => `/buy/${offered.id}/1`,
    arrived: (page) => [
      [fact(page, 'Price'), '$10.00'],
      [fact(page, 'Left in your wallet'), /^\$275\.00/],
      [fact(page, 'You pay from your wallet (20 tokens)'), '$10.00'],
    ],
    waiting: (page) => [[main(page), /Loading the edition…/]],
    untrue: /no edition at this address|already been sold/,
  },
  {
    name: 'the account',
    path: () => '/account',
    arrived: (page, { username, email }) => [
      [accountRow(page, 'Username'), new RegExp(`@${username}`)],
      [accountRow(page, 'E-mail'), new RegExp(`${email}Confirmed`)],
      [accountRow(page, 'Artists you follow'), new RegExp(held.artistName)],
      [main(page), /Your username and picture are public\./],
    ],
    waiting: (page) => [[main(page), /Loading…/]],
    cut: (page) => [[main(page), /Your account could not be loaded\. Trying again\./]],
    untrue: /None yet\. Their pages|Not confirmed yet|You appear as Unnamed|Reload/,
  },
  {
    name: 'the notifications',
    path: () => '/notifications',
    arrived: (page) => [
      [main(page).getByRole('listitem'), /^New: \$25\.00 was sent to your bank/],
      [main(page).locator('.page-head').getByRole('status'), '1 new'],
    ],
    waiting: (page) => [[main(page), /Loading notifications…/]],
    untrue: /Nothing new/,
  },
  {
    name: 'an artist to follow',
    path: ({ artist }) => `/follow/${artist}`,
    arrived: (page) => [
      [main(page).getByRole('heading', { level: 2 }), held.artistName],
      [main(page).getByRole('status'), /^1 follower\. You follow them/],
    ],
    waiting: (page) => [[main(page).getByRole('status'), 'Loading…']],
    cut: (page) => [[main(page).getByRole('status'), 'This could not be loaded. Trying again.']],
    untrue: /0 followers|We can tell you|No artist has this name|Reload/,
  },
  {
    name: 'the operators’ desk',
    path: () => '/operator',
    arrived: (page) => [
      [main(page), /\d open tasks; the oldest is from/],
      [figure(page, 'Applications'), /^[1-9]/],
      [figure(page, 'Reports'), /^[1-9]/],
    ],
    waiting: (page) => [[main(page), /Loading…/]],
    cut: (page) => [[main(page), /The desk could not be loaded\. Trying again\./]],
    untrue: /This page is for operators|No open tasks|Nobody is on the release list|Reload/,
  },
];
