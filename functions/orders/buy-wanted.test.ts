import { readNews } from '@datchain/shared/contracts/documents/notification.ts';
import { newsWords } from '@datchain/shared/contracts/news-words.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { EditionState } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { accepted, committed } from '@datchain/testing/server/accepted.ts';
import { memoryGround } from '@datchain/testing/server/books/memory-world.ts';
import { open } from '@datchain/testing/server/books/opening.ts';
import { hearOfOrder } from '@datchain/testing/server/books/order-operations.ts';
import { booksWorld } from '@datchain/testing/server/books/world.ts';
import { describe, expect, test, vi } from 'vitest';
import { editionQuote } from '../editions/quote.ts';
import { clawbackEntry } from '../journal/entries/clawbacks.ts';
import { buyEditionEntry, listEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { settleEntry, settlementId } from '../journal/entries/settle.ts';
import { restoreEntry, takeDownEntry } from '../journal/entries/take-down.ts';
import { queueTokensEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { buyWanted } from './buy-wanted.ts';
import { orderStatus } from './order-status.ts';
import { startOrder } from './start-order.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const NO_EDITION = 'Edition not found';

async function aMarket(editions = 2) {
  const ground = memoryGround();
  const world = booksWorld(ground, 1);
  const { services, card } = world;
  world.calm();
  await open(world);
  const commit = <T>(entry: Entry<T>) => committed(world, entry);
  const mint = { datId: 'new', creatorUid: 'cy', editions, priceCents: 4_000 };
  await commit(mintEntry({ ...mint, sharePpm: 25_000 }));
  const find = async (id: string) => {
    const order = await services.orders.find(id);
    if (!order) throw new Error(`There is no order ${id}`);
    return order;
  };
  return {
    ground,
    world,
    services,
    card,
    commit,
    find,
    quote: (uid: string, editionNumber = 1) =>
      editionQuote(services, uid, { datId: 'new', editionNumber }),
    async start(uid: string, wanted: { editionNumber?: number; expectedPrice?: unknown } = {}) {
      const edition = { datId: 'new', editionNumber: 1, expectedPrice: 40, ...wanted };
      return startOrder(services, uid, { blockId: '50', qty: 20, variant: 'block', edition });
    },
    async order(uid: string): Promise<string> {
      const link = await accepted(this.start(uid));
      return link.orderId;
    },
    async payAndTell(orderId: string) {
      card.pay(orderId);
      await hearOfOrder(world, orderId);
      return (await find(orderId)).edition;
    },
    async edition(number = 1): Promise<EditionState> {
      const dat = await services.guards.findDat('new');
      const edition = dat?.editions.find((one) => one.number === number);
      if (!edition) throw new Error('There is no edition');
      return edition;
    },
    async offer(uid: string, cents: number): Promise<void> {
      const { number, version } = await this.edition();
      await commit(listEditionEntry({ datId: 'new', number, version }, uid, cents));
    },
    tokensOf: async (uid: string) =>
      (await services.guards.user(uid)).lots.reduce((sum, { qty }) => sum + qty, 0),
  };
}

describe('an order of tokens for an edition', () => {
  test('[N-BUY-06] buys the edition as soon as it is paid, and says so', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    const sold = { datId: 'new', number: 1, priceCents: 4_000 };
    expect((await s.find(orderId)).edition).toEqual({ ...sold, state: 'wanted' });
    const entryId = 'edition-sale:new:1:1';
    expect(await s.payAndTell(orderId)).toEqual({ ...sold, state: 'bought', entryId, spent: 120 });
    expect((await s.edition()).ownerUid).toBe('bo');
    expect(await s.tokensOf('bo')).toBe(0);
    expect(await orderStatus(s.services, 'bo', orderId)).toMatchObject({
      state: 'settled',
      edition: { editionNumber: 1, state: 'bought', entryId, spent: 120 },
    });
  });

  test('[N-BUY-06] buys nothing more when its payment is reported twice, after the edition was resold and offered again', async () => {
    const s = await aMarket(1);
    const orderId = await s.order('bo');
    await s.payAndTell(orderId);
    await s.offer('bo', 4_000);
    await s.payAndTell(await s.order('di'));
    await s.offer('di', 4_000);
    await hearOfOrder(s.world, orderId);
    await orderStatus(s.services, 'bo', orderId);
    expect(await s.edition()).toMatchObject({ ownerUid: 'di', askPriceCents: 4_000 });
  });

  test('[N-BUY-06] stays missed once it was missed, also when the edition is offered again', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    await s.commit(takeDownEntry({ datId: 'new', version: 0, reason: 'A claim of rights' }));
    const missed = await s.payAndTell(orderId);
    expect(missed).toMatchObject({
      state: 'missed',
      reason: expect.stringContaining('taken down'),
    });
    expect(await s.tokensOf('bo')).toBe(120);
    await s.commit(restoreEntry({ datId: 'new', version: 1, reason: 'It was settled' }));
    await hearOfOrder(s.world, orderId);
    expect((await s.edition()).ownerUid).toBe('cy');
  });

  test('[N-BUY-06] leaves the tokens and says why, when the edition was sold meanwhile', async () => {
    const s = await aMarket();
    const [bos, dis] = [await s.order('bo'), await s.order('di')];
    await s.payAndTell(dis);
    expect(await s.payAndTell(bos)).toMatchObject({
      state: 'missed',
      reason: 'This edition has already been sold.',
    });
    expect((await s.edition()).ownerUid).toBe('di');
    expect(await s.tokensOf('bo')).toBe(120);
  });

  test.each([
    ['buys for less', 4_200, { state: 'bought', priceCents: 4_500, spent: 118 }, 'bo'],
    ['does not buy for more', 4_501, { state: 'missed', reason: 'The price has changed.' }, 'di'],
  ])('[N-BUY-06] %s than was confirmed', async (_what, askedThen, outcome, owner) => {
    const s = await aMarket(1);
    await s.payAndTell(await s.order('di'));
    await s.offer('di', 4_500);
    const edition = { datId: 'new', editionNumber: 1, expectedPrice: 45 };
    const asked = { blockId: '70', qty: 30, variant: 'block' as const, edition };
    const link = await accepted(startOrder(s.services, 'bo', asked));
    await s.offer('di', askedThen);
    expect(await s.payAndTell(link.orderId)).toMatchObject(outcome);
    expect((await s.edition()).ownerUid).toBe(owner);
  });

  test('[N-FST-02] the card page names the song that the tokens are for', async () => {
    const s = await aMarket();
    const data = { songName: 'Salt on the Wires' };
    await s.ground.setDocuments([{ path: 'releases/new', data }]);
    const { checkout } = await s.find(await s.order('bo'));
    expect(JSON.parse(checkout ?? '').line_items).toEqual([
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 1_000,
          product_data: { name: '20 tokens for DAT #1 of Salt on the Wires' },
        },
      },
    ]);
  });

  test('[N-FST-02] the receipt of the card payment names the work that the tokens are for', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    await s.payAndTell(orderId);
    const mail = (await s.ground.all()).get(docs.mail(settlementId(orderId), 'bo'));
    const news = readNews(mail?.about);
    expect(news && newsWords(news, '', () => 'Salt on the Wires').detail).toBe(
      'You paid $10.00 by card for 20 tokens at $0.50 each. They are for DAT #1 of Salt on the Wires.',
    );
  });

  test('[N-BUY-10] a crash between payment and purchase leaves the purchase to the next check', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    const payment = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_cs_${orderId}` };
    s.card.pay(orderId);
    await s.commit(settleEntry(await s.find(orderId), payment));
    expect((await s.find(orderId)).edition?.state).toBe('wanted');
    expect(await orderStatus(s.services, 'bo', orderId)).toMatchObject({
      edition: { state: 'bought' },
    });
  });

  test('[N-BUY-10] an edition stays wanted while others are faster each time, and the next check buys it', async () => {
    const s = await aMarket(1);
    await s.payAndTell(await s.order('di'));
    await s.offer('di', 4_000);
    const orderId = await s.order('bo');
    s.card.pay(orderId);
    const payment = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_cs_${orderId}` };
    await s.commit(settleEntry(await s.find(orderId), payment));
    const { books } = s.services;
    const commit: typeof books.commit = async (entry) => {
      if (entry.kind === 'edition-sold')
        for (const cents of [4_100, 4_000]) await s.offer('di', cents);
      return books.commit(entry);
    };
    const hurried = { ...s.services, books: { ...books, commit } };
    await expect(buyWanted(hurried, await s.find(orderId))).rejects.toThrow(orderId);
    expect((await s.find(orderId)).edition?.state).toBe('wanted');
    expect((await buyWanted(s.services, await s.find(orderId))).edition?.state).toBe('bought');
  });

  test('[N-MON-21] a payment that was refunded while the server was down buys nothing and keeps nothing', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    s.card.pay(orderId);
    s.card.takeBack(orderId, 'refund', 1_000, 're_1');
    await hearOfOrder(s.world, orderId);
    expect(await s.find(orderId)).toMatchObject({
      state: 'settled',
      refundedCents: 1_000,
      edition: { state: 'missed', reason: 'The payment went back to the card.' },
    });
    expect((await s.edition()).ownerUid).toBe('cy');
    expect(await s.tokensOf('bo')).toBe(100);
    expect((await s.services.guards.user('bo')).debtMicros).toBe(0);
  });

  test('[N-MON-21] a payment that was disputed after the settlement buys nothing at the next check', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    const payment = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_cs_${orderId}` };
    s.card.pay(orderId);
    await s.commit(settleEntry(await s.find(orderId), payment));
    s.card.takeBack(orderId, 'dispute', 1_000, 'dp_1');
    expect((await buyWanted(s.services, await s.find(orderId))).edition).toMatchObject({
      state: 'missed',
      reason: 'The payment went back to the card.',
    });
    expect((await s.edition()).ownerUid).toBe('cy');
  });

  test('[N-MON-21] waits while Stripe cannot say whether the payment was refunded', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    const payment = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_cs_${orderId}` };
    s.card.pay(orderId);
    await s.commit(settleEntry(await s.find(orderId), payment));
    const listReversals = () => Promise.reject(new Error('no answer'));
    const payments = { ...s.services.payments, listReversals };
    const order = await s.find(orderId);
    await expect(buyWanted({ ...s.services, payments }, order)).rejects.toThrow('no answer');
    expect((await s.find(orderId)).edition?.state).toBe('wanted');
    expect((await buyWanted(s.services, order)).edition?.state).toBe('bought');
  });

  test('[N-BUY-10] buys nothing when it was refunded before the purchase', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    const payment = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_cs_${orderId}` };
    s.card.pay(orderId);
    await s.commit(settleEntry(await s.find(orderId), payment));
    const refund = { id: 're_1', kind: 'refund' as const, cents: 100 };
    await s.commit(clawbackEntry(await s.find(orderId), refund));
    await hearOfOrder(s.world, orderId);
    expect((await s.find(orderId)).edition).toMatchObject({
      state: 'missed',
      reason: 'Part of the payment went back to the card.',
    });
  });

  test('a repeated click returns the first order; another edition or none opens a new one', async () => {
    const s = await aMarket();
    const orderId = await s.order('bo');
    expect(await s.order('bo')).toBe(orderId);
    const other = await s.start('bo', { editionNumber: 2 });
    expect(isRefusal(other)).toBe(false);
    expect(other).not.toMatchObject({ orderId });
    const plain = await startOrder(s.services, 'bo', { blockId: '50', qty: 20, variant: 'block' });
    expect(plain).not.toMatchObject({ orderId });
  });

  const refusals: [string, Parameters<Awaited<ReturnType<typeof aMarket>>['start']>, string][] = [
    ['its creator', ['cy'], 'You already own this edition.'],
    ['another price', ['bo', { expectedPrice: 39.99 }], 'The price has changed.'],
    ['a price that is no number', ['bo', { expectedPrice: 'free' }], 'The price has changed.'],
    ['an edition that does not exist', ['bo', { editionNumber: 3 }], NO_EDITION],
  ];
  test.each(refusals)('is refused and holds no tokens for %s', async (_who, asked, sentence) => {
    const s = await aMarket();
    expect(await s.start(...asked)).toMatchObject({ message: sentence });
    expect(await s.services.orders.listReserved()).toEqual([]);
  });

  test('is refused and holds no tokens that are not enough for the edition', async () => {
    const s = await aMarket();
    const edition = { datId: 'new', editionNumber: 1, expectedPrice: 40 };
    const asked = { blockId: '36', qty: 28, variant: 'block' as const };
    // 28 of them and 100 tokens of 30 cents are worth $40.08; Eve has spent some.
    await s.commit(buyEditionEntry({ datId: 'old', number: 1, version: 1 }, 'eve', 550));
    expect(await startOrder(s.services, 'eve', { ...asked, edition })).toMatchObject({
      code: 'failed-precondition',
      message: 'These tokens are not enough for the edition. Check the amount and try again.',
    });
    expect(isRefusal(await startOrder(s.services, 'bo', { ...asked, edition }))).toBe(false);
  });
});

describe('the quote of an edition', () => {
  const amounts = { tokens: 100, micros: 30_000_000, changeMicros: 0 };

  test('[N-BUY-05] shows what wallet and card pay, and what stays', async () => {
    const s = await aMarket();
    expect(await s.quote('bo')).toEqual({
      priceCents: 4_000,
      blockedBy: null,
      held: amounts,
      card: { blockId: '36', tokenCents: 36, needed: 28, qty: 28, totalCents: 1_008 },
      spent: { tokens: 128, changeMicros: 0 },
      left: { tokens: 0, micros: 0, changeMicros: 80_000 },
    });
  });

  test('[N-BUY-05] shows the wallet only where that is enough', async () => {
    const s = await aMarket();
    const old = await editionQuote(s.services, 'bo', { datId: 'old', editionNumber: 1 });
    expect(old).toEqual({
      priceCents: 550,
      blockedBy: null,
      held: amounts,
      card: null,
      spent: { tokens: 19, changeMicros: 0 },
      left: { tokens: 81, micros: 24_500_000, changeMicros: 0 },
    });
  });

  test('[N-BUY-05] matches the purchase', async () => {
    const s = await aMarket();
    const quote = (await s.quote('bo')) as Exclude<Awaited<ReturnType<typeof s.quote>>, Refusal>;
    const { blockId = '', qty } = quote.card ?? {};
    const edition = { datId: 'new', editionNumber: 1, expectedPrice: quote.priceCents / 100 };
    const link = await accepted(
      startOrder(s.services, 'bo', { blockId, qty, variant: 'block', edition }),
    );
    expect((await s.find(link.orderId)).totalCents).toBe(quote.card?.totalCents);
    expect(await s.payAndTell(link.orderId)).toMatchObject({
      state: 'bought',
      spent: quote.spent.tokens,
    });
    const { lots, changeMicros } = await s.services.guards.user('bo');
    expect([lots, changeMicros]).toEqual([[], quote.left.changeMicros]);
  });

  test.each([
    ['by its owner', 'cy', 1, 'You already own this edition.'],
    ['when it is not offered', 'bo', 2, 'This edition has already been sold.'],
  ])('[N-BUY-05] says why it cannot be bought %s', async (_why, uid, number, sentence) => {
    const s = await aMarket();
    const asked = { datId: uid === 'cy' ? 'new' : 'old', editionNumber: number };
    expect(await editionQuote(s.services, uid, asked)).toMatchObject({
      blockedBy: sentence,
      card: null,
      left: amounts,
    });
  });

  test('is refused for an unknown edition', async () => {
    const s = await aMarket();
    expect(await s.quote('bo', 3)).toMatchObject({ message: NO_EDITION });
    const unknown = { datId: 'none', editionNumber: 1 };
    expect(await editionQuote(s.services, 'bo', unknown)).toMatchObject({ message: NO_EDITION });
  });

  test('[N-BUY-05] uses the first block that has enough tokens', async () => {
    const s = await aMarket();
    const dat = { datId: 'dear', creatorUid: 'cy', editions: 1, priceCents: 60_000 };
    await s.commit(mintEntry({ ...dat, sharePpm: 25_000 }));
    const dear = await editionQuote(s.services, 'bo', { datId: 'dear', editionNumber: 1 });
    expect(dear).toMatchObject({ card: { blockId: '70', needed: 815, totalCents: 57_050 } });
  });

  test('[N-BUY-05] values listed tokens by their face', async () => {
    const s = await aMarket();
    // Bo's old tokens are spent, so that all listed tokens were issued at 70 cents.
    await s.payAndTell(await s.order('bo'));
    const order = { orderId: 'dear', blockId: '70', qty: 60, variant: 'block' as const };
    await s.commit(reserveEntry('bo', order, 'https://x.test'));
    await hearOfOrder(s.world, 'dear');
    await s.payAndTell('dear');
    for (const qty of [10, 50]) await s.commit(queueTokensEntry(`l${qty}`, 'bo', 61, qty));
    expect(await s.quote('ana', 2)).toMatchObject({
      card: { blockId: '61', tokenCents: 61, needed: 15, qty: 17, totalCents: 1_037 },
      left: { tokens: 2, micros: 1_900_000, changeMicros: 0 },
    });
  });
});
