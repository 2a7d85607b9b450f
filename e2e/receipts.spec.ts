import { services } from '@datchain/functions/services.ts';
import { purchaseEdition } from '@datchain/shared/contracts/calls.ts';
import { setLedgerHandle } from '@datchain/shared/contracts/ledger-handle-call.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { callAs } from './support/calls.ts';
import { giveTokens, nameAccount, type OwnDat, offer, releaseDat } from './support/editions.ts';
import { test as base, expect } from './support/fixtures.ts';
import { expectPaid, pay } from './support/purchase.ts';

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

test('what went back to the card of a paid order, in part and then all, stands on it and on its receipt', {
  tag: ['@once', '@long'],
}, async ({ page, admin, signIn, newAccount, market }) => {
  const fan = await newAccount();
  const blockId = await market.newBlock(36, 100);
  const { orderId, url } = await market.reserve(fan, { blockId, qty: 30 });
  const stored = async (field: string) =>
    (await admin.firestore.doc(docs.order(orderId)).get()).get(field);
  await market.pay(url);
  await expect.poll(() => stored('state')).toBe('settled');
  const payment_intent = await stored('paymentIntentId');
  const giveBack = async (amount: number, inAll: number) => {
    await services().stripe.refunds.create({ payment_intent, amount });
    await expect.poll(() => stored('refundedCents')).toBe(inAll);
  };
  await signIn(page, fan);

  await giveBack(500, 500);
  await page.goto(`/orders/${orderId}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Paid, and partly returned');
  await expect(saysOf(page, 'Total')).toHaveText('$10.80');
  await expect(saysOf(page, 'Returned to the card')).toHaveText('−$5.00');
  await expect(saysOf(page, 'Net payment')).toHaveText('$5.80');
  await expectAccessible(page, 'the receipt of an order that was partly returned');

  await giveBack(580, 1_080);
  await page.reload();
  await expect(heading).toHaveText('Payment returned');
  await expect(saysOf(page, 'Net payment')).toHaveText('$0.00');
  await expect(page.getByText('tokens are in your wallet')).toHaveCount(0);
});

test('an edition bought with tokens has a receipt: right after the purchase, and from the history', {
  tag: '@long',
}, async ({ page, dat, admin, market, newAccount, signIn }) => {
  test.slow();
  const fan = await newAccount();
  await nameAccount(admin, fan.uid);
  const creator = (await admin.firestore.doc(docs.publicProfile(dat.creatorUid)).get()).get(
    'username',
  );
  await giveTokens(market, fan, 20);
  await signIn(page, fan);
  await page.goto(`/buy/${dat.id}/1`);
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Receipt for DAT #1', level: 1 })).toBeVisible();
  await expect(saysOf(page, 'Seller')).toHaveText(`@${creator}, on datchain`);
  await expect(saysOf(page, 'Buyer')).toHaveText(fan.email);
  await expect(saysOf(page, 'Paid with')).toHaveText('20 utility tokens, at face value');
  const item = receipt(page).getByRole('row', { name: `DAT #1 of Song ${dat.id}` });
  await expect(item).toContainText('$10.00');
  await expect(saysOf(page, 'Total')).toHaveText('$10.00');
  await expect(receipt(page)).toContainText(`/viewdat/${dat.id}`);
  await expectAccessible(page, 'the receipt of an edition');
  await expectPrints(page);

  await page.goto('/wallet');
  await page.getByRole('link', { name: 'Purchases' }).click();
  await expect(page).toHaveURL('/wallet/history?show=purchases');
  const rows = page.getByRole('table', { name: 'Movements, newest first' }).getByRole('row');
  await expect(rows).toHaveCount(1 + 2);
  await rows.nth(2).getByRole('link').click();
  await expect(page).toHaveURL(/\/orders\//);
  await expect(saysOf(page, 'Total')).toHaveText('$20.00');
  await page.goBack();
  await rows.nth(1).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/wallet\/receipt\/edition-sale:/);
  await expect(item).toContainText('$10.00');
});

test('[N-MON-08] the receipt of an edition names a seller as the public does: Unnamed by choice', {
  tag: ['@once', '@long'],
}, async ({ page, dat, admin, stack, market, newAccount, signIn }) => {
  const [seller, buyer] = [await newAccount(), await newAccount()];
  const username = await nameAccount(admin, seller.uid);
  await nameAccount(admin, buyer.uid);
  await giveTokens(market, seller, 20);
  await giveTokens(market, buyer, 20);
  const edition = { datId: dat.id, editionNumber: 1 };
  const done = async (account: typeof seller, name: string, input: object) => {
    const { status, body } = await callAs(stack, account, name, input);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body as { result: { entryId: string } }).result;
  };
  await done(seller, purchaseEdition.name, { ...edition, expectedPrice: 10 });
  await offer(stack, seller, { ...edition, newPrice: 12 });
  const { entryId } = await done(buyer, purchaseEdition.name, { ...edition, expectedPrice: 12 });
  await signIn(page, buyer);
  await page.goto(`/wallet/receipt/${entryId}`);
  await expect(saysOf(page, 'Seller')).toHaveText(`@${username}, on datchain`);
  await done(seller, setLedgerHandle.name, { handle: 'hidden' });
  await page.reload();
  await expect(saysOf(page, 'Seller')).toHaveText('Unnamed, on datchain');
  expect(await page.content()).not.toContain(username);
});

test('someone else’s receipt, one that never was, and a sale that was none of yours say the same', {
  tag: ['@once', '@long'],
}, async ({ page, dat, admin, stack, market, newAccount, signIn }) => {
  const [fan, next] = [await newAccount(), await newAccount()];
  for (const { uid } of [fan, next]) await nameAccount(admin, uid);
  await giveTokens(market, fan, 20);
  await giveTokens(market, next, 20);
  const edition = { datId: dat.id, editionNumber: 1 };
  const movementsOf = async (uid: string, kind: string) =>
    (await admin.firestore.collection(docs.movements(uid)).where('kind', '==', kind).get()).docs;
  const buy = async (account: typeof fan, expectedPrice: number) =>
    callAs(stack, account, purchaseEdition.name, { ...edition, expectedPrice });
  await buy(fan, 10);
  await offer(stack, fan, { ...edition, newPrice: 12 });
  await buy(next, 12);
  const [resale] = await movementsOf(next.uid, 'edition-bought');
  const [sold] = await movementsOf(fan.uid, 'edition-sold');
  expect(sold?.id).toBe(resale?.id);
  const [tokens] = await movementsOf(fan.uid, 'tokens-bought');

  await page.goto(`/wallet/receipt/${resale?.id}`);
  await expect(page.getByText('Log in with the account that made this purchase')).toBeVisible();
  await signIn(page, fan);
  const seen: string[] = [];
  for (const id of [resale?.id, tokens?.id, 'no-such-purchase', '__x__', 'a%2Fb']) {
    await page.goto(`/wallet/receipt/${id}`);
    await expect(page.getByRole('heading', { name: 'Receipt not found', level: 1 })).toBeVisible();
    seen.push(await page.getByRole('main').innerText());
  }
  expect(new Set(seen).size).toBe(1);
  await expectAccessible(page, 'a receipt that is not there');
});
