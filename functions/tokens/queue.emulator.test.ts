import { live } from '@datchain/shared/contracts/paths.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { expect, test } from 'vitest';
import { sweepProjections } from '../jobs/sweep-projections.ts';
import { queueTokensEntry } from '../journal/entries/tokens.ts';
import { services } from '../services.ts';

const m = market();
const { fanWith } = collectors(m);
const message = (answer: { body: { error?: { message: string } } }) => answer.body.error?.message;

const list = (fan: Fan, blockId: string, qty: number) =>
  m.call('listDatChainTokens', { blockId, qty }, fan.token);
const buy = (fan: Fan, blockId: string, qty: number) =>
  m.call('createPaymentLinkDatTokenTesting', { blockId, qty }, fan.token);
const cancel = (fan: Fan, listingId: string) =>
  m.call('cancelTokenListing', { listingId }, fan.token);
const seen = (blockId: string) => services().live.read(live.tokenBlock(blockId));

test('[M-24] two sellers at one price: first come, first sold; who is next is seen; a cancelled part that is held comes home when the order lapses', async () => {
  const [first, second, buyer] = [await fanWith(25), await fanWith(25), await m.signUp()];
  const blockId = '93';
  const one = (await list(first, blockId, 20)).body.result.listingId;
  const two = (await list(second, blockId, 20)).body.result.listingId;
  expect(await seen(blockId)).toMatchObject({ sellQty: 40, walletId: first.uid });
  const { body } = await buy(buyer, blockId, 30);
  expect(await seen(blockId)).toMatchObject({ sellQty: 10, walletId: second.uid });
  expect((await cancel(first, one)).body.result).toEqual({ returned: 0 });
  expect((await cancel(second, two)).body.result).toEqual({ returned: 10 });
  expect(await seen(blockId)).toMatchObject({ sellQty: 0, walletId: 'platform' });
  await m.call('cancelOrder', { orderId: body.result.orderId }, buyer.token);
  for (const { uid } of [first, second]) {
    expect((await m.walletOf(uid)).tokens).toEqual({ 50: { price: 0.5, qty: 50 } });
  }
  const pages = await services().guards.listQueuePages();
  expect(pages.filter((page) => page.blockId === blockId)).toEqual([]);
});

test('[N-MON-13] the fifty-first open listing is refused with a sentence; more listings than one order settles, too', async () => {
  const [many, more, buyer] = [await fanWith(40), await fanWith(40), await m.signUp()];
  const blockId = '94';
  for (const fan of [many, more]) {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        commit(queueTokensEntry(`${fan.uid}-${n}`, fan.uid, Number(blockId), 1)),
      ),
    );
    const full = await list(fan, blockId, 1);
    expect(message(full)).toBe('You can have 50 open listings. Cancel one first.');
  }
  expect(await seen(blockId)).toMatchObject({ sellQty: 100 });
  const answer = await buy(buyer, blockId, 100);
  expect(message(answer)).toBe('At most 80 tokens can be bought at once right now');
  const { body } = await buy(buyer, blockId, 80);
  await m.pay(body.result.url);
  await m.call('getOrderStatus', { orderId: body.result.orderId }, buyer.token);
  expect((await m.walletOf(buyer.uid)).tokens).toEqual({ 94: { price: 0.94, qty: 80 } });
  expect(await seen(blockId)).toMatchObject({ sellQty: 20 });
});

test('after all of this the books are clean', async () => {
  while ((await sweepProjections(services())) > 0);
  expect((await m.reconcile()).differences).toEqual([]);
});
