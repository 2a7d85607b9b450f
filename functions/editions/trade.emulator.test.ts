import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import { readSpendable } from '@datchain/shared/contracts/documents/user-wallet.ts';
import { readUtilityWallet, walletCents } from '@datchain/shared/contracts/documents/wallets.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { spendableMicros } from '@datchain/shared/domain/books/lots.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { type Fan, market, until } from '@datchain/testing/server/market.ts';
import { shareAndPost } from '@datchain/testing/server/shared-streams.ts';
import { describe, expect, test } from 'vitest';
import { services } from '../services.ts';

const m = market();
const { release, fanWith: holder } = collectors(m);

async function buyTokens(fan: Fan, priceCents: number, qty: number): Promise<void> {
  const blockId = await m.newBlock(priceCents, qty);
  const { body } = await m.call('createPaymentLinkDatTokenTesting', { blockId, qty }, fan.token);
  await m.pay(body.result.url);
  const status = await m.call('getOrderStatus', { orderId: body.result.orderId }, fan.token);
  expect(status.body.result.state).toBe('settled');
}

async function fanWith(dollars: number): Promise<Fan> {
  const fan = await m.signUp();
  if (dollars > 0) await buyTokens(fan, 50, dollars * 2);
  return fan;
}

const row = async (datId: string) => (await services().summaries.rows()).get(datId);
const wallet = async (uid: string) =>
  (await services().store.read([docs.wallet(uid)])).get(docs.wallet(uid))?.data;
const purchasedCredits = ({ uid }: Fan) =>
  services().live.read(`${live.creditSummary(uid)}/currentCreditsStrings/totalCredits`);
const buy = (fan: Fan, datId: string, editionNumber: number, expectedPrice: unknown) =>
  m.call('purchaseEdition', { datId, editionNumber, expectedPrice }, fan.token);
const sell = (fan: Fan, datId: string, editionNumber: number, newPrice: unknown) =>
  m.call('setEditionForSaleCF', { datId, editionNumber, newPrice }, fan.token);
const message = ({ body }: { body: { error?: { message: string } } }) => body.error?.message;

describe('a first sale', () => {
  test('[R-VIEW-12] [R-DB-06] [R-WAL-13] moves the edition, the tokens and the money, and wallets, live figures and the public summary show it', async () => {
    const [creator, fan] = [await m.signUp(), await fanWith(25)];
    const datId = await release(creator, 20);
    const bought = await buy(fan, datId, 7, 10);
    const { entryId, ...answer } = bought.body.result as Record<string, unknown>;
    expect(answer).toEqual({ edition: 7, spent: 20 });
    const line = docs.movement(fan.uid, String(entryId));
    const stored = (await services().store.read([line])).get(line)?.data;
    expect(stored).toMatchObject({ kind: 'edition-bought', datId, edition: 7, tokens: 20 });
    expect(await wallet(fan.uid)).toMatchObject({
      balance: 15,
      ownedDats: [
        { id: datId, edition: 7, earnings: 0, sold: false, isForSale: false, royalties: 2.5 },
      ],
    });
    expect((await m.walletOf(fan.uid)).tokens).toMatchObject({});
    expect(await purchasedCredits(fan)).toBe('150');
    expect(await purchasedCredits(creator)).toBe('0');
    const seller = await wallet(creator.uid);
    const lines = seller?.ownedDats as { edition: number; sold: boolean; earnings: number }[];
    expect(lines.find(({ edition }) => edition === 7)).toMatchObject({ sold: true, earnings: 8 });
    expect(await services().live.read(live.datLive(datId))).toBeTruthy();
    await services().projector.projectWhole([`dat:${datId}`]);
    expect(await row(datId)).toMatchObject({ SoldOut: false, ownedEditions: [7] });
    expect(await services().live.read(`earnings/${datId}/sales/totalEarnings`)).toBe(10);
    expect(message(await buy(fan, datId, 7, 10))).toBe('You already own this edition.');
  });

  test('[N-EXP-05] takes tokens at the value that wallet and quote show, and leaves what the quote said', async () => {
    const [creator, fan] = [await m.signUp(), await fanWith(0)];
    const datId = await release(creator, 20);
    await buyTokens(fan, 33, 31);
    await buyTokens(fan, 52, 20);
    const shownValues = async (editionNumber: number) => {
      const lots = readUtilityWallet(await services().live.read(live.utilityWallet(fan.uid)));
      const stored = readSpendable(await wallet(fan.uid));
      const { body } = await m.call('getEditionQuote', { datId, editionNumber }, fan.token);
      const { held, left } = body.result as EditionQuote;
      const { changeMicros } = stored;
      return {
        places: [
          centsToMicros(walletCents(lots)) + changeMicros,
          spendableMicros(stored),
          held.micros + held.changeMicros,
        ],
        left: left.micros + left.changeMicros,
      };
    };
    const agreed = (editionNumber: number) =>
      until(
        () => shownValues(editionNumber),
        ({ places }) => new Set(places).size === 1,
      );
    const before = await agreed(1);
    expect(before.places[0]).toBe(20_630_000);
    await buy(fan, datId, 1, 10);
    const after = await agreed(2);
    expect(after.places[0]).toBe(10_630_000);
    expect(before.left).toBe(10_630_000);
  });
});

describe('a resale', () => {
  test('[R-CAL-10] [R-OWN-05] [R-OWN-06] [R-OWN-08] can be offered only by the owner, in whole cents, at no less than the edition’s own price', async () => {
    const [creator, fan, stranger] = [await m.signUp(), await fanWith(40), await m.signUp()];
    const datId = await release(creator, 1, 4_000);
    expect(message(await sell(creator, datId, 1, 50))).toBe(
      'Editions can be resold once the DAT is sold out.',
    );
    await buy(fan, datId, 1, 40);
    for (const price of [39.99, 0, -1, Number.NaN, '72', null, 39.995]) {
      expect(message(await sell(fan, datId, 1, price)), String(price)).toBe(
        'Price must be at least $40.00',
      );
    }
    for (const price of [40.001, 72.005]) {
      expect(message(await sell(fan, datId, 1, price)), String(price)).toBe(
        'Write whole cents, such as 45.50.',
      );
    }
    expect(message(await sell(stranger, datId, 1, 72))).toBe('Edition not found');
    expect(message(await sell(creator, datId, 1, 72))).toBe('Edition not found');
    expect((await sell(fan, datId, 1, 72)).body.result).toEqual({ ok: true });
    expect(await wallet(fan.uid)).toMatchObject({ ownedDats: [{ isForSale: true }] });
    await services().projector.projectWhole([`dat:${datId}`]);
    expect(await row(datId)).toMatchObject({
      SoldOut: true,
      editions: [{ edition: 1, price: 72, isForSale: true }],
    });

    const cancel = { datId, editionNumber: 1 };
    expect((await m.call('cancelEditionListing', cancel, fan.token)).status).toBe(200);
    expect((await m.call('cancelEditionListing', cancel, fan.token)).status).toBe(200);
    expect(message(await sell(fan, datId, 1, 39))).toBe('Price must be at least $40.00');
  });

  test('[R-WAL-19] pays seller and creator, and streams then pay the new owner', async () => {
    const [creator, bo, cy] = [await m.signUp(), await fanWith(40), await fanWith(72)];
    const datId = await release(creator, 1, 4_000);
    await buy(bo, datId, 1, 40);
    await sell(bo, datId, 1, 72);
    expect((await buy(cy, datId, 1, 72)).body.result).toMatchObject({ edition: 1, spent: 144 });
    expect(await wallet(bo.uid)).toMatchObject({
      ownedDats: [{ id: datId, sold: true, isForSale: false, earnings: 54 }],
    });
    const now = Date.now() + (await m.clockOffset());
    const today = utcDay(now);
    const dat = await services().guards.findDat(datId);
    if (!dat) throw new Error('The DAT is not in the books');
    // At $0.004 each: $200.
    const day = { datId, platform: 'spotify', date: today, streams: 50_000, revision: 0 } as const;
    await shareAndPost(services(), day, dat);
    expect(await wallet(cy.uid)).toMatchObject({ ownedDats: [{ earnings: 0.25 }] });
    // The creator's part of streams that no edition earns: 97.5% of $10, with the work.
    expect(await wallet(creator.uid)).toMatchObject({
      created: [{ datId, earnedMicros: 9_750_000 }],
    });
    expect(await wallet(creator.uid)).toMatchObject({
      ownedDats: [{ sold: true, earnings: 39.2 }],
    });
  });

  test('[M-28] is refused with the exact reason to a stranger, before the work is sold out, and a cent too low', async () => {
    const [creator, fan, stranger] = [await m.signUp(), await fanWith(40), await m.signUp()];
    const datId = await release(creator, 2, 2_000);
    await buy(fan, datId, 1, 20);
    const notSoldOut = 'Editions can be resold once the DAT is sold out.';
    expect(message(await sell(fan, datId, 1, 30))).toBe(notSoldOut);
    expect(
      (await m.call('cancelEditionListing', { datId, editionNumber: 2 }, creator.token)).body,
    ).toMatchObject({ error: { message: 'First-sale editions stay for sale.' } });
    await buy(fan, datId, 2, 20);
    expect(message(await sell(stranger, datId, 1, 30))).toBe('Edition not found');
    expect(message(await sell(fan, datId, 1, 19.99))).toBe('Price must be at least $20.00');
    expect((await sell(fan, datId, 1, 20)).status).toBe(200);
    // A repeated offer replaces the price, which may not fall below the edition's own.
    expect(message(await sell(fan, datId, 1, 19.99))).toBe('Price must be at least $20.00');
    expect((await sell(fan, datId, 1, 25)).status).toBe(200);
    expect((await services().guards.findDat(datId))?.editions[0]).toMatchObject({
      priceCents: 2_000,
      askPriceCents: 2_500,
    });
    for (const number of [0, 21, 1.5]) {
      for (const answer of [
        await sell(fan, datId, number, 30),
        await buy(fan, datId, number, 30),
      ]) {
        expect([answer.status, message(answer)], String(number)).toEqual([
          400,
          expect.stringMatching(/^editionNumber: Invalid /),
        ]);
      }
    }
  });

  test('[M-29] cannot be bought by its owner, or at an outdated or invented price', async () => {
    const [creator, owner, buyer] = [await m.signUp(), await fanWith(10), await fanWith(60)];
    const datId = await release(creator, 1);
    await buy(owner, datId, 1, 10);
    await sell(owner, datId, 1, 20);
    expect(message(await buy(owner, datId, 1, 20))).toBe('You already own this edition.');
    await sell(owner, datId, 1, 30);
    const before = await services().guards.user(buyer.uid);
    for (const price of [20, 29.99, 30.01, 0, 0.3, 3_000, '30', null]) {
      expect(message(await buy(buyer, datId, 1, price)), String(price)).toBe(
        'The price has changed.',
      );
    }
    expect(await services().guards.user(buyer.uid)).toEqual(before);
    expect((await buy(buyer, datId, 1, 30)).body.result).toMatchObject({ spent: 60 });
  });

  test('[M-30] [N-FIG-01] an odd price is split without a remainder, on first and later sales, and people get whole cents', async () => {
    for (const cents of [1, 3, 11, 99, 333, 1_999]) {
      const [creator, first, second] = [await m.signUp(), await holder(40), await holder(40)];
      const datId = await release(creator, 1, cents);
      await buy(first, datId, 1, cents / 100);
      await sell(first, datId, 1, (cents + 1) / 100);
      const sold = await buy(second, datId, 1, (cents + 1) / 100);
      const sales = [`edition-sale:${datId}:1:1`, String(sold.body.result.entryId)];
      const prices = [cents, cents + 1];
      for (const [index, id] of sales.entries()) {
        const entry = (await services().store.read([docs.entry(id)])).get(docs.entry(id))?.data;
        const postings = entry?.postings as { asset: string; account: string; delta: number }[];
        const dollars = postings.filter(({ asset }) => asset === 'USD');
        const backing = dollars.filter(({ account }) => account === 'backing');
        const owed = dollars.filter(({ account }) => account.startsWith('owed:'));
        expect(dollars.reduce((sum, { delta }) => sum + delta, 0)).toBe(0);
        // The tenth for the reward pool was paid when the tokens were bought.
        expect(backing.reduce((sum, { delta }) => sum + delta, 0)).toBe(
          (prices[index] ?? 0) * -9_000,
        );
        expect(owed.filter(({ delta }) => delta % 10_000 !== 0)).toEqual([]);
      }
    }
  });
});

describe('token listings', () => {
  const list = (fan: Fan, blockId: unknown, qty: unknown) =>
    m.call('listDatChainTokens', { blockId, qty }, fan.token);

  test('[M-23] [R-CAL-04] [R-LST-02] [R-LST-03] are refused with the form’s sentences if invalid or made twice, and change no balance', async () => {
    const fan = await fanWith(25);
    for (const qty of [0, -10, 1.5, '10', null, Number.NaN]) {
      expect(message(await list(fan, '50', qty)), String(qty)).toBe('Qty > 0');
    }
    expect(message(await list(fan, '50', 51))).toBe('Not enough tokens');
    expect(message(await list(fan, '0', 10))).toBe('Valid price');
    expect(message(await list(fan, 'fifty', 10))).toContain('Valid price');
    for (const blockId of ['35', '101', '999', '50.5', '36.001', '36.999999999', '35.999999999']) {
      expect(message(await list(fan, blockId, 10))).toBe('Choose $0.36 – $1.00');
    }
    for (const blockId of ['0.005', 'NaN']) {
      expect(message(await list(fan, blockId, 10))).toContain('Valid price');
    }
    expect((await wallet(fan.uid))?.balance).toBe(25);
    for (const blockId of ['36', '100']) {
      const { listingId } = (await list(fan, blockId, 50)).body.result;
      await m.call('cancelTokenListing', { listingId }, fan.token);
    }
    expect((await wallet(fan.uid))?.balance).toBe(25);
    const both = await Promise.all([list(fan, '36', 50), list(fan, '36', 50)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.map(message).filter(Boolean)).toEqual(['Not enough tokens']);
  });

  test('[R-LST-05] wait in the queue of their block, after earlier ones, and pay 95% when bought', async () => {
    const [first, second, buyer] = [await fanWith(10), await fanWith(10), await m.signUp()];
    const blockId = '97';
    expect((await list(first, blockId, 20)).body.result.listingId).toBeTruthy();
    const { listingId } = (await list(second, blockId, 20)).body.result;
    expect(await services().live.read(live.tokenBlock(blockId))).toMatchObject({
      price: 0.97,
      platformRemaining: 0,
      sellQty: 40,
      walletId: first.uid,
    });
    const { body } = await m.call(
      'createPaymentLinkDatTokenTesting',
      { blockId, qty: 30 },
      buyer.token,
    );
    await m.pay(body.result.url);
    const { orderId } = body.result;
    await m.call('getOrderStatus', { orderId }, buyer.token);
    const earned = (uid: string) =>
      services().live.read(`users/${uid}/summary/earnedCreditsStrings/totalCredits`);
    // The webhook may have settled the order just before, without having updated the screens.
    await until(
      () => earned(first.uid),
      (shown) => shown === '184.3',
    );
    expect(await earned(second.uid)).toBe('92.1');
    expect(await services().live.read(live.tokenBlock(blockId))).toMatchObject({
      sellQty: 10,
      walletId: second.uid,
    });
    expect((await m.walletOf(buyer.uid)).spend?.totalCents ?? 0).toBe(0);

    const cancelled = await m.call('cancelTokenListing', { listingId }, second.token);
    expect(cancelled.body.result).toEqual({ returned: 10 });
    expect((await m.call('cancelTokenListing', { listingId }, second.token)).body.result).toEqual({
      returned: 10,
    });
  });
});

test('[M-64] after these tests the books are clean', async () => {
  expect((await m.reconcile()).differences).toEqual([]);
});
