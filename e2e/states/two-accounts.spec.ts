import type { Account } from '@datchain/testing/browsers/accounts.ts';
import { giveEarnings, leaveForm } from '@datchain/testing/browsers/earnings.ts';
import type { OwnAccount } from '@datchain/testing/browsers/fixtures.ts';
import { test as base, expect, type Holder } from '@datchain/testing/browsers/holder.ts';
import { Network } from '@datchain/testing/browsers/network.ts';
import { buyButton, figure, openBlock, openDialog } from '@datchain/testing/browsers/purchase.ts';
import { readSights, recordSights } from '@datchain/testing/browsers/recorder.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { expectReads } from './reading.ts';
import { type HeldScreen, heldScreens, inHandfuls } from './screens.ts';

const marks = {
  holder: [
    '$285.00',
    '$40.00',
    '$9.75',
    '$49.75',
    'Sell DAT',
    'Waiting for payment',
    '$300.00',
    'Receipt for DAT #1',
    'part of the total',
    'was sent to your bank',
    'You follow them',
    'Orders in review',
  ],
  other: ['$15.00', '$33.30'],
};

type World = {
  other: OwnAccount;
  switchTo: (account: Account) => Promise<void>;
};

const test = base.extend<World>({
  other: async ({ stack, holder, market, newAccount }, use) => {
    const other = await newAccount();
    await market.buy(other, { blockId: holder.blockId, qty: 30 });
    await giveEarnings(other, { 9: 33.3 });
    await leaveForm({ stack, market }, other, 'enabled');
    await use(other);
  },
  switchTo: async ({ context, logIn, consoleGuard }, use) => {
    // The databases refuse listeners of a user who has logged out, and late closing requests.
    consoleGuard.expect(/permission|Permission|404 .*getOrderStatus|WebSocket|net::ERR_ABORTED/);
    consoleGuard.expect(/400 .*TYPE=terminate/);
    consoleGuard.expect(/403 .*getOperatorDesk/);
    await recordSights(context);
    await use(async (account) => {
      const door = await context.newPage();
      await door.goto('/logout');
      await door.waitForURL('**/home');
      await logIn(door, account);
      await door.close();
    });
  },
});

const ofTheUser = heldScreens.filter(
  ({ name }) => !['a block', 'an edition for sale'].includes(name),
);

type Tab = { screen: HeldScreen; page: Page };

async function openTabs(
  context: BrowserContext,
  holder: Holder,
  screens: readonly HeldScreen[],
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const screen of screens) {
    const page = await context.newPage();
    tabs.push({ screen, page });
    await prepare(page);
    await page.goto(screen.path(holder));
  }
  return tabs;
}

async function expectHolders(tabs: readonly Tab[], holder: Holder): Promise<void> {
  for (const tab of tabs) await expectReads({ ...tab, holder }, 'arrived');
}

const inMain = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text);
const noOrder = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();

const others: Readonly<Record<string, (page: Page, other: OwnAccount) => Promise<void>>> = {
  'the wallet': (page) => expect(figure(page, 'Utility tokens (USD)')).toHaveText('$15.00'),
  'the statement': (page) => expect(figure(page, 'Available now')).toHaveText('$33.30'),
  'the history': (page) => expect(page.getByRole('main')).toContainText('30'),
  'an owned DAT': (page) => expect(page.getByText("You don't own an edition")).toBeVisible(),
  'an order': noOrder,
  'the receipt of an order': noOrder,
  'the receipt of an edition': (page) =>
    expect(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible(),
  'the proof': (page) =>
    expect(
      page.getByText('You had no tokens or earnings when the books were closed.'),
    ).toBeVisible(),
  'the cash-out': (page) => expect(figure(page, 'Available now')).toHaveText('$33.30'),
  'the account': (page, { email }) => expect(inMain(page, email)).toBeVisible(),
  'the notifications': (page) => expect(inMain(page, 'Nothing new.')).toBeVisible(),
  'an artist to follow': (page) =>
    expect(inMain(page, /^1 follower\. We can tell you/)).toBeVisible(),
  'the operators’ desk': (page) =>
    expect(inMain(page, 'This page is for operators.')).toBeVisible(),
};

async function expectOthers(tabs: readonly Tab[], other: OwnAccount): Promise<void> {
  for (const { screen, page } of tabs) {
    const expectTheirs = others[screen.name];
    if (!expectTheirs) throw new Error(`What the other has of ${screen.name} is not said.`);
    await expectTheirs(page, other);
  }
}

async function expectNeverMixed(
  tabs: readonly Tab[],
  { holder, other }: { holder: Holder; other: OwnAccount },
): Promise<void> {
  const foreign = new Map([
    [holder.uid, [...marks.other, other.email]],
    [other.uid, [...marks.holder, holder.email]],
  ]);
  for (const { screen, page } of tabs) {
    const sights = await readSights(page);
    for (const { uid } of [holder, other]) {
      expect
        .soft(
          sights.some((sight) => sight.uid === uid),
          `${screen.name} was seen by both`,
        )
        .toBe(true);
    }
    const mixed = sights.filter(({ uid, text }) =>
      foreign.get(uid)?.some((mark) => text.includes(mark)),
    );
    expect.soft(mixed, `${screen.name} of somebody else`).toEqual([]);
  }
}

for (const screens of inHandfuls(ofTheUser)) {
  const names = screens.map(({ name }) => name).join(', ');

  test(`[R-SES-02] ${names} hide the first user’s figures in every tab at logout, and show them only to that user again`, {
    tag: ['@once', '@long'],
  }, async ({ context, holder, other, switchTo }) => {
    test.slow();
    const tabs = await openTabs(context, holder, screens);
    await expectHolders(tabs, holder);
    await switchTo(other);
    await expectOthers(tabs, other);
    await expectNeverMixed(tabs, { holder, other });

    await switchTo(holder);
    await switchTo(other);
    await switchTo(holder);
    await expectHolders(tabs, holder);
    await expectNeverMixed(tabs, { holder, other });
  });

  test(`[R-SES-02] ${names} never show late answers that were meant for the first user`, {
    tag: ['@once', '@long'],
  }, async ({ context, holder, other, stack, switchTo }) => {
    test.slow();
    const networks: Network[] = [];
    const tabs = await openTabs(context, holder, screens, async (page) => {
      const network = await Network.of(page, stack, ['firestore', 'functions']);
      network.hold();
      networks.push(network);
    });
    for (const network of networks) await expect.poll(() => network.asked).toBeGreaterThan(1);
    await switchTo(other);
    for (const network of networks) network.open();
    await expectOthers(tabs, other);
    await expectNeverMixed(tabs, { holder, other });
  });
}

test('[R-SES-02] a second user neither sees nor opens the results of the first one’s requests', {
  tag: ['@once', '@long'],
}, async ({ context, holder, other, switchTo }) => {
  const left = Promise.withResolvers<void>();
  const answered: Promise<unknown>[] = [];
  const late = (call: string, result: unknown) =>
    context.route(`**/${call}`, (route) => {
      answered.push(left.promise.then(() => route.fulfill({ json: { result } })));
    });
  await late('processPayout', { transferId: 'tr_of_the_first' });
  await late('createPaymentLinkDatTokenTesting', { url: '/about', orderId: 'o', expiresAt: 0 });

  const alerts: string[] = [];
  const [payout, purchase] = [await context.newPage(), await context.newPage()];
  payout.on('dialog', (alert) => {
    alerts.push(alert.message());
    void alert.accept();
  });
  await payout.goto('/cashout');
  await payout.getByLabel('Payout amount').fill('30');
  await payout.getByRole('main').getByRole('button', { name: 'Cash Out' }).click();
  await payout.getByRole('button', { name: 'Confirm' }).click();
  await goToConfirm(purchase, holder);
  await expect.poll(() => answered.length).toBe(2);

  await switchTo(other);
  left.resolve();
  await Promise.all(answered);
  await expect(figure(payout, 'Available now')).toHaveText('$33.30');
  await expect(payout.getByLabel('Payout amount')).toHaveValue('');
  expect(alerts).toEqual([]);
  await expect(buyButton(purchase)).toBeEnabled();
  await expect(purchase.getByRole('dialog')).toHaveCount(0);
  expect(new URL(purchase.url()).pathname).toBe(`/tdc/block/${holder.blockId}`);
});

async function goToConfirm(page: Page, { blockId }: Holder): Promise<void> {
  await openBlock(page, blockId);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}
