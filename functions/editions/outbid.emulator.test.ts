import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { expect, test } from 'vitest';
import { buyEditionEntry } from '../journal/entries/editions.ts';
import { firestore } from '../stores/firebase.ts';
import { collectors, commit } from '../testing/collectors.ts';
import { inbox } from '../testing/inbox.ts';
import { type Fan, market } from '../testing/market.ts';

const m = market();
const { fanWith, release } = collectors(m);

const toldTo = async ({ uid }: Fan) =>
  (await firestore().collection(docs.notifications(uid)).orderBy('at').get()).docs
    .map((found) => found.data())
    .filter(({ kind }) => kind === 'outbid');

test('[N-PPL-04] the owner of the cheapest edition is told when another is offered for less, each time once', async () => {
  const [ana, bo, cy] = [await fanWith(20), await fanWith(20), await fanWith(20)];
  const datId = await release(await m.signUp(), 3);
  for (const [index, fan] of [ana, bo, cy].entries()) {
    await commit(buyEditionEntry({ datId, number: index + 1, version: 1 }, fan.uid, 1_000));
  }
  const offer = async (fan: Fan, editionNumber: number, newPrice: number) => {
    const asked = { datId, editionNumber, newPrice };
    const { status, body } = await m.call('setEditionForSaleCF', asked, fan.token);
    expect([status, body]).toEqual([200, expect.anything()]);
  };
  await offer(ana, 1, 30);
  await offer(bo, 2, 20);
  await offer(bo, 2, 20);
  const first = { edition: 2, askPriceCents: 2_000, ownEdition: 1, ownPriceCents: 3_000 };
  expect(await toldTo(ana)).toMatchObject([{ datId, ...first }]);
  // Dearer than the cheapest, or as dear, is no news.
  await offer(cy, 3, 25);
  await offer(cy, 3, 20);
  expect(await toldTo(bo)).toEqual([]);
  // Both of the cheapest are told; who goes on lowering their own tells nobody again.
  for (const price of [18, 17, 16]) await offer(ana, 1, price);
  const second = { edition: 1, askPriceCents: 1_800, ownPriceCents: 2_000 };
  expect(await toldTo(bo)).toMatchObject([{ ...second, ownEdition: 2 }]);
  expect(await toldTo(cy)).toMatchObject([{ ...second, ownEdition: 3 }]);
  expect(await toldTo(ana)).toHaveLength(1);

  await m.runScheduled('sendMailsJob');
  const [mail] = (await inbox(m.addresses).of(bo.email)).filter(({ subject }) =>
    subject.includes('for less'),
  );
  expect([mail?.subject, mail?.text]).toEqual([
    `DAT #1 of ${datId} is offered for less than yours`,
    expect.stringContaining('It costs $18.00; your DAT #2 costs $20.00.'),
  ]);
  expect(mail?.text).toContain('You get this because you sell here.');
});

test('[N-PPL-20] who offers and withdraws an edition all day has the owner of the cheapest told once, and once more the next day', async () => {
  const [ana, bo] = [await fanWith(20), await fanWith(40)];
  const [datId, other] = [await release(await m.signUp(), 2), await release(await m.signUp(), 2)];
  for (const work of [datId, other]) {
    await commit(buyEditionEntry({ datId: work, number: 1, version: 1 }, ana.uid, 1_000));
    await commit(buyEditionEntry({ datId: work, number: 2, version: 1 }, bo.uid, 1_000));
  }
  const offer = (fan: Fan, work: string, editionNumber: number, newPrice: number) =>
    m.call('setEditionForSaleCF', { datId: work, editionNumber, newPrice }, fan.token);
  const cycle = async (work: string) => {
    expect((await offer(bo, work, 2, 20)).status).toBe(200);
    await m.call('cancelEditionListing', { datId: work, editionNumber: 2 }, bo.token);
  };
  const mailsTo = async ({ uid }: Fan) =>
    (await firestore().collection(docs.mails).where('uid', '==', uid).get()).docs.filter(
      (mail) => mail.get('about.kind') === 'outbid',
    ).length;
  for (const work of [datId, other]) await offer(ana, work, 1, 30);
  for (let n = 0; n < 12; n++) await cycle(datId);
  expect(await toldTo(ana)).toMatchObject([{ datId, askPriceCents: 2_000 }]);
  // Another work is other news.
  await cycle(other);
  expect(await mailsTo(ana)).toBe(2);
  await m.shiftClock(DAY_MILLIS);
  await cycle(datId);
  await cycle(datId);
  expect(await toldTo(ana)).toHaveLength(3);
  expect(await mailsTo(ana)).toBe(3);
});
