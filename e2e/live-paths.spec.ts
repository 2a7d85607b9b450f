import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';

test('[R-DB-05] a purchase is written to the live paths of block, wallet, spend and total sold', {
  tag: '@once',
}, async ({ page, admin, market, newAccount, signIn }) => {
  const read = async (path: string): Promise<unknown> =>
    (await admin.database.ref(path).get()).val();
  const sold = async (): Promise<number> => Number(await read('metrics/utilitySold/totalCents'));

  const account = await newAccount();
  const blockId = await market.newBlock(50, 200);
  const soldBefore = await sold();
  await market.buy(account, { blockId, qty: 60 });

  const { uid } = account;
  await expect
    .poll(() => read(`tokenBlocks/${blockId}`))
    .toEqual({ price: 0.5, platformRemaining: 140, sellQty: 0, sellFace: 0, walletId: 'platform' });
  await expect
    .poll(() => read(`datchainwallets/${uid}`))
    .toEqual({ [blockId]: { price: 0.5, qty: 60 } });
  await expect.poll(() => read(`utilitySpend/${uid}`)).toMatchObject({ totalCents: 3_000 });
  await expect.poll(sold).toBeGreaterThanOrEqual(soldBefore + 3_000);

  await signIn(page, account);
  await page.goto('/wallet');
  await expect(figure(page, 'Utility tokens (USD)')).toHaveText('$30.00');
});
