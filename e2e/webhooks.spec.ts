import { expect, test } from './support/fixtures.ts';
import { expectPaid, goToPay, openBlock, pay } from './support/purchase.ts';

const good = { tokens: 20, cents: 1000 };

test.describe('the order page is right whatever happens to the report of the payment', () => {
  test('when it is late, the page settles the order by itself', {
    tag: ['@once', '@long'],
  }, async ({ page, signIn, market, shopper }) => {
    const { fan, blockId } = shopper;
    await market.deliverWebhooks({ paused: true });
    await signIn(page, fan);
    await openBlock(page, blockId);
    await goToPay(page, good.tokens);
    await pay(page);
    await expectPaid(page, good.tokens);
    await market.expectBooks(fan.uid, { tokens: { [blockId]: good.tokens }, cents: good.cents });

    await market.deliverEverything();
    await page.reload();
    await expectPaid(page, good.tokens);
    await market.expectBooks(fan.uid, { tokens: { [blockId]: good.tokens }, cents: good.cents });
  });

  test('when it comes four times and after later ones', { tag: ['@once', '@long'] }, async ({
    page,
    signIn,
    market,
    shopper,
  }) => {
    const { fan, blockId } = shopper;
    const before = (await market.webhookAnswers()).length;
    await market.deliverWebhooks({ duplicate: 3, reorder: true });
    await signIn(page, fan);
    await openBlock(page, blockId);
    await goToPay(page, good.tokens);
    await pay(page);
    await expectPaid(page, good.tokens);
    const answers = async () => (await market.webhookAnswers()).slice(before);
    await expect.poll(answers).toEqual([200, 200, 200, 200]);
    await market.expectBooks(fan.uid, { tokens: { [blockId]: good.tokens }, cents: good.cents });
  });

  for (const [what, settings] of [
    ['forged', { wrongSecret: true }],
    ['301 s old', { timestampOffsetSeconds: -301 }],
    ['301 s in the future', { timestampOffsetSeconds: 301 }],
  ] as const) {
    test(`when it is ${what}, it is refused and the payment still counts, once`, {
      tag: ['@once', '@long'],
    }, async ({ page, signIn, market, shopper }) => {
      const { fan, blockId } = shopper;
      const before = (await market.webhookAnswers()).length;
      await market.deliverWebhooks(settings);
      await signIn(page, fan);
      await openBlock(page, blockId);
      await goToPay(page, good.tokens);
      await pay(page);
      await expectPaid(page, good.tokens);
      const answers = async () => new Set((await market.webhookAnswers()).slice(before));
      await expect.poll(answers).toEqual(new Set([400]));
      await market.expectBooks(fan.uid, { tokens: { [blockId]: good.tokens }, cents: good.cents });

      await market.deliverEverything();
      expect((await market.webhookAnswers()).at(-1)).toBe(200);
      await market.expectBooks(fan.uid, { tokens: { [blockId]: good.tokens }, cents: good.cents });
    });
  }
});
