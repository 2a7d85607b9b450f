import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { factsIn } from '../../testing/read-page.ts';
import { blocked, enough, quote, user, world } from '../../testing/salt-world.ts';

const portal = portalSite();

const buyer = (answer: EditionQuote = quote): Given => ({
  ...world,
  user,
  calls: { getEditionQuote: { result: answer } },
});

const LINK = 'createPaymentLinkDatTokenTesting';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const setOnline = (page: Page, isOnline: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(navigator, 'onLine', { value, configurable: true });
    dispatchEvent(new Event(value ? 'online' : 'offline'));
  }, isOnline);

async function expectAccessible(page: Page) {
  expect(await axeFaults(page)).toEqual([]);
}

describe('the sheet', () => {
  test('[N-BUY-05] [N-BUY-08] [N-FST-03] the sheet shows payment, share, resale and the price’s parts; one press leads to the card page', async () => {
    const { page, asked, answer } = await portal.open('/buy/salt/4', buyer());
    await expect(button(page, 'Pay $25.20 by card')).toBeVisible();
    expect(await factsIn(page.getByRole('main'))).toEqual([
      'Price: $25.00',
      'From your wallet: $0.00',
      'Still missing: $25.00',
      'You pay now: $25.20',
    ]);
    const main = page.getByRole('main');
    await expect(main).toContainText(
      'Edition 4 of 20. It gets 2.5% of the 5% paid on streams: datchain pays it; the artist gives up nothing.',
    );
    await expect(main).toContainText('You can resell it once all 20 are sold; 3 are so far.');
    await expect(page.getByRole('row', { name: /^Creator, @marlowtides/ })).toContainText('$20.00');
    await expectAccessible(page);

    answer(LINK, {
      result: { url: 'https://checkout.stripe.test/pay', orderId: 'o1', expiresAt: 0 },
    });
    await button(page, 'Pay $25.20 by card').click();
    await page.waitForURL('https://checkout.stripe.test/pay');
    expect(asked.at(-1)).toMatchObject({
      name: LINK,
      input: {
        blockId: '36',
        qty: 70,
        variant: 'block',
        edition: { datId: 'salt', editionNumber: 4, expectedPrice: 25 },
      },
    });
    await page.goBack();
    await expect(link(page, 'See the order')).toHaveAttribute('href', '/orders/o1');
    await expect(button(page, 'Pay $25.20 by card')).toBeEnabled();
  });

  test('[R-VIEW-12] a buyer with enough tokens pays nothing by card and owns the edition at once', async () => {
    const { page, asked, answer } = await portal.open('/buy/salt/4', buyer(enough));
    const entryId = 'edition-sale:salt:4:1';
    answer('purchaseEdition', { result: { edition: 4, spent: 70, entryId } });
    await button(page, 'Buy for $25.00 from your wallet').click();
    await expect(heading(page)).toHaveText('DAT #4 is yours');
    await expect(page.getByRole('main')).toContainText(
      'Edition 4 of 20. The public log shows it in a few minutes.',
    );
    expect(asked.at(-1)).toMatchObject({
      name: 'purchaseEdition',
      input: { datId: 'salt', editionNumber: 4, expectedPrice: 25 },
    });
    await expect(link(page, 'Receipt')).toHaveAttribute('href', `/wallet/receipt/${entryId}`);
    await expect(link(page, 'Certificate')).toHaveAttribute('href', '/certificate/salt?edition=4');
  });

  test('[N-BUY-07] [N-FST-02] a visitor is offered sign-up first, sees the price by card, and comes back to the sheet', async () => {
    const { page, asked } = await portal.open('/buy/salt/4', world);
    await expect(link(page, 'Log in')).toHaveAttribute('href', '/login?next=%2Fbuy%2Fsalt%2F4');
    await expect(link(page, 'Sign up')).toHaveAttribute('href', '/signup?next=%2Fbuy%2Fsalt%2F4');
    await expect
      .poll(() => factsIn(page.getByRole('main')))
      .toEqual(['Price: $25.00', 'By card: $25.20']);
    await expect(page.getByRole('main')).toContainText(
      '70 tokens. $0.20 stays yours. Sign up or log in, and you come straight back here. Nothing is charged until you confirm.',
    );
    const ways = page.locator('.buy-foot a');
    await expect(ways).toHaveText(['Sign up', 'Log in']);
    const [first, second] = await ways.evaluateAll((all) =>
      all.map((way) => way.getBoundingClientRect().width),
    );
    const foot = await page.locator('.buy-foot').evaluate((each) => each.clientWidth);
    expect([first, second]).toEqual([foot, foot]);
    await expect(ways.first()).toHaveClass(/button-primary/);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    expect(asked).toEqual([]);
    await expectAccessible(page);
  });

  test('[N-BUY-05] a payment that cannot start says that the card was not charged, and names a missing network', async () => {
    portal.expectComplaint(/status of 409.*createPayment/);
    portal.expectComplaint(/ERR_FAILED.*createPayment/);
    const { page, answer, asked } = await portal.open('/buy/salt/4', buyer());
    await expect(button(page, 'Pay $25.20 by card')).toBeVisible();
    answer(LINK, { status: 409, message: 'The price has changed.' });
    answer('getEditionQuote', { result: { ...quote, priceCents: 2_600 } });
    await button(page, 'Pay $25.20 by card').click();
    await expect(alert(page)).toHaveText(
      'Your card was not charged. The price has changed. It is now $26.00.',
    );
    await setOnline(page, false);
    answer(LINK, 'unreachable');
    await button(page, 'Try again').click();
    await expect(alert(page)).toHaveText(
      'Your card was not charged. You are offline, so nothing was sent. Try again when you are back.',
    );
    await expect(button(page, 'Try again')).toBeEnabled();
    await setOnline(page, true);
    await expect(button(page, 'Pay $25.20 by card')).toBeEnabled();
    expect(asked.filter(({ name }) => name === LINK)).toHaveLength(2);
  });

  test('[N-BUY-05] without a network the button names no sum, and a failed try says that nothing was spent', {
    tags: 'long',
  }, async () => {
    portal.expectComplaint(/ERR_FAILED.*purchaseEdition/);
    const options = { viewport: { width: 360, height: 740 } };
    const { page, answer } = await portal.open('/buy/salt/4', { ...buyer(enough), options });
    await expect(button(page, 'Buy for $25.00 from your wallet')).toBeVisible();
    await setOnline(page, false);
    await expect(button(page, 'Try anyway')).toBeVisible();
    await expect(button(page, 'Buy for $25.00 from your wallet')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('You are offline and cannot buy');
    await expectAccessible(page);
    answer('purchaseEdition', 'unreachable');
    await button(page, 'Try anyway').click();
    await expect(alert(page)).toHaveText(
      'Purchase failed. You are offline, so nothing was sent, no tokens were spent, and nothing was charged. Try again when you are back.',
    );
    await expect(button(page, 'Try again')).toBeEnabled();
    await setOnline(page, true);
    await expect(button(page, 'Buy for $25.00 from your wallet')).toBeEnabled();
  });

  test('a blocked purchase says why in place, and offers another edition', async () => {
    const debt = 'You owe $12.00 for a payment that was returned.';
    const { page, change, answer } = await portal.open('/buy/salt/4', buyer(blocked(debt)));
    await expect(page.getByRole('main')).toContainText(debt);
    await expect(link(page, 'See your wallet')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);

    const sold = 'This edition has already been sold.';
    answer('getEditionQuote', { result: blocked(sold) });
    await change({ live: { 'datLive/salt': { 4: { priceCents: 2_500, isForSale: false } } } });
    await expect(page.getByRole('main')).toContainText(`${sold} DAT #6 is for sale at $25.00.`);
    await expectAccessible(page);
    await link(page, 'Buy DAT #6').click();
    await expect(page).toHaveURL(/\/buy\/salt\/6$/);
    await expect(heading(page)).toHaveText('Buy DAT #6');
  });

  test('a missing quote leaves the price on screen, and is requested again', async () => {
    portal.expectComplaint(/status of 500.*getEditionQuote/);
    const { page, answer } = await portal.open('/buy/salt/4', {
      ...buyer(),
      calls: { getEditionQuote: { status: 500 } },
    });
    await expect(page.getByText('Your wallet could not be loaded. Trying again.')).toBeVisible();
    expect(await factsIn(page.getByRole('main'))).toEqual(['Price: $25.00']);
    answer('getEditionQuote', { result: quote });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(button(page, 'Pay $25.20 by card')).toBeVisible();
  });

  test('[N-SND-05] the player at the foot of a low screen does not cover the pay button', async () => {
    const [asset] = world.documents['assetsSummary/main'].assets;
    const sound = { file: 'salt-01234567.mp3', bytes: 192_000, seconds: 12, start: 3 };
    const preview = { ...sound, songSeconds: 24, peaks: 'z'.repeat(96) };
    const assets = [{ ...asset, preview }];
    const documents = { ...world.documents, 'assetsSummary/main': { assets } };
    const { page } = await portal.open('/buy/salt/4', { ...buyer(), documents });
    await page.setViewportSize({ width: 360, height: 520 });
    await button(page, 'Play preview of Salt on the Wires').click();
    const dock = page.getByRole('region', { name: 'Now playing' });
    await expect(dock).toBeVisible();
    const [pay, player] = [
      await button(page, 'Pay $25.20 by card').boundingBox(),
      await dock.boundingBox(),
    ];
    expect(pay && player && pay.y > 0 && pay.y + pay.height <= player.y).toBe(true);
    expect(player && player.y + player.height).toBe(520);
  });
});

describe('the order', () => {
  const order = (changes: Partial<OrderStatus>): OrderStatus => ({
    state: 'reserved',
    blockId: '36',
    qty: 70,
    total: 2_520,
    expiresAt: Date.UTC(2100, 0, 1, 11, 14),
    settledAt: null,
    url: 'https://checkout.stripe.test/pay',
    ...changes,
    edition: {
      datId: 'salt',
      editionNumber: 4,
      priceCents: 2_500,
      state: 'wanted',
      ...changes.edition,
    },
  });
  const edition = { datId: 'salt', editionNumber: 4, priceCents: 2_500 };
  const at = (answer: OrderStatus): Given => ({
    ...world,
    user,
    calls: { getOrderStatus: { result: answer } },
  });

  test('[N-BUY-06] [N-FST-02] an order goes on by itself from Stripe to the bought edition, and its receipt names song and edition', async () => {
    const { page, answer } = await portal.open('/orders/o1?from=checkout', at(order({})));
    await expect(heading(page)).toHaveText('Waiting for Stripe');
    await expect(page.getByText('You can close this page.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expectAccessible(page);

    const settled = {
      state: 'settled',
      settledAt: Date.UTC(2026, 10, 22, 10, 43),
      url: null,
    } as const;
    answer('getOrderStatus', { result: order(settled) });
    await expect(heading(page)).toHaveText('Paid');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      '$25.20 arrived. 70 tokens are yours, and we are buying DAT #4 with them now.',
    );
    expect(await factsIn(page.getByRole('main'))).toEqual([
      'Payment: Received, 10:43 UTC',
      'Tokens: 70 in your wallet',
      'DAT #4: Buying',
    ]);

    const bought = { ...edition, state: 'bought', entryId: 'edition:salt:4:1', spent: 70 } as const;
    answer('getOrderStatus', { result: order({ ...settled, edition: bought }) });
    await expect(heading(page)).toHaveText('DAT #4 is yours');
    await expect
      .poll(() => factsIn(page.getByRole('main')))
      .toEqual([
        'Paid by card: $25.20',
        'Tokens: 70 bought, 70 spent',
        'Price: $25.00',
        'Left in your wallet: $0.20',
      ]);
    await expect(page.getByRole('heading', { name: 'What comes next' })).toBeVisible();
    await expectAccessible(page);
    await page.getByText('Receipt of the card payment').click();
    await expect(page.getByText('70 tokens for DAT #4 of Salt on the Wires')).toBeVisible();
  });

  test('[N-BUY-09] the final page links to the sale’s line of the public log', {
    tags: 'long',
  }, async () => {
    const entryId = 'edition-sale:salt:4:1';
    const bought = { ...edition, state: 'bought', entryId, spent: 70 } as const;
    const logs = {
      salt: [
        { seq: 701, kind: 'sale', datId: 'salt', edition: 3, version: 2 },
        { seq: 785, kind: 'sale', datId: 'salt', edition: 4, version: 2 },
      ],
    };
    for (const width of [360, 1280]) {
      const { page } = await portal.open('/orders/o1', {
        ...at(order({ state: 'settled', settledAt: 1, url: null, edition: bought })),
        options: { viewport: { width, height: 740 } },
        logs,
      });
      await expect(page.getByRole('main')).toContainText(
        'Edition 4 of 20, entered in the public log as line 785.',
      );
      await expect(link(page, 'line 785')).toHaveAttribute('href', '/verify#line-785');
      await expectAccessible(page);
    }
  });

  test('[N-BUY-09] sharing copies the certificate’s address, also on a desktop computer', async () => {
    const bought = { ...edition, state: 'bought', entryId: 'e', spent: 70 } as const;
    const options = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { page } = await portal.open('/orders/o1', {
      ...at(order({ state: 'settled', settledAt: 1, url: null, edition: bought })),
      options,
    });
    await button(page, 'Copy link').click();
    await expect(page.getByText('Link copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/certificate\/salt\?edition=4$/,
    );
  });

  test('[N-BUY-07] an unpaid order is paid with one press, or leads back to the DAT', async () => {
    const { page, answer } = await portal.open('/orders/o1?cancelled=1', at(order({})));
    await expect(heading(page)).toHaveText('Not paid');
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      'You left Stripe before paying. Your card was not charged.',
    );
    await expect(link(page, 'Pay $25.20 by card')).toHaveAttribute(
      'href',
      'https://checkout.stripe.test/pay',
    );
    await expect(link(page, 'Back to the DAT')).toHaveAttribute('href', '/viewdat/salt');
    await expectAccessible(page);
    const released = { result: order({ state: 'ended', url: null }) };
    answer('cancelOrder', released);
    await button(page, 'Cancel order').click();
    // Not earlier: the page polls, and the button would be gone.
    answer('getOrderStatus', released);
    await expect(link(page, 'Buy DAT #4')).toHaveAttribute('href', '/buy/salt/4');
  });

  const settled = { state: 'settled', settledAt: 1, url: null } as const;

  test('[N-BUY-06] a payment returned in part did not buy the edition; the tokens left can still pay for it', async () => {
    const reason = 'Part of the payment went back to the card.';
    const missed = { ...edition, state: 'missed', reason } as const;
    const takenBack = { qty: 0, otherQty: 0, missingQty: 0 };
    const returned = { ...settled, refundedCents: 1, takenBack };
    const { page } = await portal.open('/orders/o1', at(order({ ...returned, edition: missed })));
    await expect(heading(page)).toHaveText('DAT #4 was not bought');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      '$0.01 went back to the card. No tokens were taken back. Your 70 tokens are in your wallet.',
    );
    await expect(page.getByRole('main')).toContainText(
      'You can still buy DAT #4. Your tokens pay for it first.',
    );
    await expect(link(page, 'Buy DAT #4')).toHaveAttribute('href', '/buy/salt/4');
    await expectAccessible(page);
  });

  test.each([
    ['missed', { takenDown: { at: 1, reason: 'rights' } }],
    ['ended', { takenDown: { at: 1, reason: 'rights' } }],
  ] as const)('a %s order offers no edition of a taken-down work', async (outcome, live) => {
    const reason = 'This DAT has been taken down.';
    const missed = { ...edition, state: 'missed', reason } as const;
    const answer =
      outcome === 'missed'
        ? order({ ...settled, edition: missed })
        : order({ state: 'ended', url: null });
    const { page } = await portal.open('/orders/o1', {
      ...at(answer),
      live: { 'datLive/salt': live },
    });
    const isMissed = outcome === 'missed';
    await expect(heading(page)).toHaveText(isMissed ? 'DAT #4 was not bought' : 'Not paid');
    await expect(link(page, 'Salt on the Wires')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^Buy DAT/ })).toHaveCount(0);
  });
});
