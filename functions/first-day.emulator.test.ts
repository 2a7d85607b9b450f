import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { members } from '@datchain/testing/server/members.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { expect, test } from 'vitest';
import { sweepProjections } from './jobs/sweep-projections.ts';
import { setOperator } from './operators/operators.ts';
import { services } from './services.ts';
import { firestore } from './stores/firebase.ts';

const m = market();
const r = releasing(m);
const money = cashOut(m);
const { member, must } = members(m, r);

async function buyTokens(fan: Fan, blockId: string, qty: number): Promise<void> {
  const { orderId, url } = await must('createPaymentLinkDatTokenTesting', { blockId, qty }, fan);
  await m.pay(url);
  expect(await must('getOrderStatus', { orderId }, fan)).toMatchObject({ state: 'settled' });
}

test('[N-LCH-08] an empty shop gets through its first day, from stock and a release to a resale and a cash-out, with clean books', {
  timeout: 120_000,
}, async () => {
  const empty = ['users', 'journal', docs.assetsSummaries, 'guards'];
  for (const collection of empty) {
    expect((await firestore().collection(collection).limit(1).get()).size, collection).toBe(0);
  }
  const first = await member();
  const refused = await m.call(
    'createPaymentLinkDatTokenTesting',
    { blockId: '50', qty: 60 },
    first.token,
  );
  expect(refused.body.error.message).toBe('Block not found');

  const operator = await member();
  await setOperator(services(), operator.uid, true);
  const tokens = { priceCents: 50, qty: 10_000, key: randomUUID() };
  const stock = { what: 'issue-tokens', reason: 'The first day', ...tokens };
  await must('changeStock', stock, operator);
  await must('changeStock', stock, operator);
  expect(await m.stockOf('50')).toBe(10_000);
  expect((await m.reconcile()).differences).toEqual([]);

  const artist = await member();
  const artistName = 'The First Artist';
  const links = { musicUrl: 'https://music.example/first', pageUrl: 'https://first.example' };
  await must('applyToRelease', { artistName, ...links, owns: 'artist', note: '' }, artist);
  const accepted = { what: 'allow-application', id: artist.username, reason: '' };
  await must('decide', accepted, operator);
  const song = songFor({ ...artist, accountType: 'Artist', artistName }, await uploadFiles(artist));
  const { datIds } = await must('releaseDAT', { songs: [song] }, artist);
  const [datId] = datIds;

  await buyTokens(first, '50', 400);
  const edition = { datId, editionNumber: 1 };
  for (let editionNumber = 1; editionNumber <= 20; editionNumber++) {
    await must('purchaseEdition', { datId, editionNumber, expectedPrice: 10 }, first);
  }
  await must('setEditionForSaleCF', { ...edition, newPrice: 50 }, first);
  const second = await member();
  await buyTokens(second, '50', 120);
  await must('purchaseEdition', { ...edition, expectedPrice: 50 }, second);

  await money.setUp(first);
  await m.shiftClock(5 * DAY_MILLIS);
  const payout = { payoutAmount: 37.5, source: 'credits' };
  await must('processPayout', payout, { token: await m.logIn(first) });
  await money.sweep();
  expect(await money.onlyPayout(first)).toMatchObject({ state: 'paid', amountCents: 3_750 });

  await must('getOperatorDesk', {}, { token: await m.logIn(operator) }).then((desk) =>
    expect(desk).toMatchObject({
      stock: [{ priceCents: 50, platformQty: 9_480, reserved: 0, offered: 0 }],
      history: [
        { what: 'allow-application' },
        { what: 'issue-tokens', about: '10,000 tokens at $0.50' },
      ],
    }),
  );
  while ((await sweepProjections(services())) > 0);
  const { differences } = await m.reconcile();
  expect(differences).toEqual([]);
});
