import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { expect, test } from 'vitest';
import { buyEditionEntry, listEditionEntry } from '../journal/entries/editions.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { notifyAllWishes } from './wishes.ts';

const m = market();
const { fanWith, owner } = collectors(m);

const ask = async (fan: Fan, datId: string, isWanted?: boolean) => {
  const input = { datId, ...(isWanted !== undefined && { isWanted }) };
  const { status, body } = await m.call('tellWhenForSale', input, fan.token);
  return status === 200 ? body.result : [status, body.error.message];
};
const notificationsOf = async ({ uid }: Fan) =>
  (await firestore().collection(docs.notifications(uid)).get()).docs.map((found) =>
    found.get('kind'),
  );
const mailsTo = async ({ uid }: Fan) =>
  (await firestore().collection(docs.mails).where('uid', '==', uid).get()).size;
const list = (holder: Fan, datId: string) =>
  m.call('setEditionForSaleCF', { datId, editionNumber: 1, newPrice: 20 }, holder.token);

test('[N-PPL-13] a waiting user is notified once when an edition is offered, and the wish ends', async () => {
  const { fan: holder, datId } = await owner();
  const [one, other, neither] = [await m.signUp(), await m.signUp(), await m.signUp()];
  const waiting = { isWanted: true, isForSale: false, song: datId };
  expect(await ask(one, datId)).toEqual({ ...waiting, isWanted: false });
  expect(await ask(one, datId, true)).toEqual(waiting);
  await Promise.all([ask(one, datId, true), ask(other, datId, true), ask(other, datId, true)]);
  expect(await ask(neither, datId, true)).toEqual(waiting);
  expect(await ask(neither, datId, false)).toEqual({ ...waiting, isWanted: false });

  expect((await list(holder, datId)).status).toBe(200);
  await Promise.all([notifyAllWishes(services()), m.runScheduled('notifyWishesJob')]);
  for (const fan of [one, other]) {
    expect(await notificationsOf(fan)).toEqual(['for-sale']);
    expect(await mailsTo(fan)).toBe(1);
    expect(await ask(fan, datId)).toEqual({ isWanted: false, isForSale: true, song: datId });
  }
  expect(await notificationsOf(neither)).toEqual([]);

  const cancelled = { datId, editionNumber: 1 };
  await m.call('cancelEditionListing', cancelled, holder.token);
  await list(holder, datId);
  await notifyAllWishes(services());
  expect(await notificationsOf(one)).toEqual(['for-sale']);
});

test('[N-PPL-13] no wish is kept while an edition is for sale, unless it is one’s own; an unknown work is refused', async () => {
  const { fan: holder, datId } = await owner(true);
  const fan = await m.signUp();
  const now = { isWanted: false, isForSale: true, song: datId };
  expect(await ask(fan, datId, true)).toEqual(now);
  expect(await ask(holder, datId, true)).toEqual({ ...now, isWanted: true, isForSale: false });
  await notifyAllWishes(services());
  expect(await notificationsOf(holder)).not.toContain('for-sale');
  expect(await ask(fan, 'nothing', true)).toEqual([404, 'DAT not found']);
});

test('[N-PPL-13] the job notifies users whom the seller’s call did not, and nobody of a work that was taken down', async () => {
  const { fan: holder, datId } = await owner();
  const [fan, buyer] = [await m.signUp(), await fanWith(20)];
  await ask(fan, datId, true);
  await commit(listEditionEntry({ datId, number: 1, version: 2 }, holder.uid, 2_000));
  expect(await notificationsOf(fan)).toEqual([]);
  await m.runScheduled('notifyWishesJob');
  expect(await notificationsOf(fan)).toEqual(['for-sale']);
  await commit(buyEditionEntry({ datId, number: 1, version: 3 }, buyer.uid, 2_000));
  expect(await ask(fan, datId, true)).toMatchObject({ isWanted: true });
  const { takeDown } = await import('../releases/take-down.ts');
  await commit(listEditionEntry({ datId, number: 1, version: 4 }, buyer.uid, 3_000));
  await takeDown(services(), { datId, reason: 'A claim of rights' });
  await m.runScheduled('notifyWishesJob');
  expect(await notificationsOf(fan)).toEqual(['for-sale']);
});

test('[N-PPL-20] a user who wishes again and again is notified once a day, and the next day if one is still for sale', async () => {
  const { fan: holder, datId } = await owner();
  const [fan, patient] = [await m.signUp(), await m.signUp()];
  const cancel = () => m.call('cancelEditionListing', { datId, editionNumber: 1 }, holder.token);
  for (let n = 0; n < 4; n++) {
    expect(await ask(fan, datId, true)).toMatchObject({ isWanted: true });
    expect((await list(holder, datId)).status).toBe(200);
    await m.runScheduled('notifyWishesJob');
    if (n < 3) await cancel();
  }
  expect(await notificationsOf(fan)).toEqual(['for-sale']);
  expect(await mailsTo(fan)).toBe(1);
  await cancel();
  expect(await ask(fan, datId)).toMatchObject({ isWanted: true, isForSale: false });
  await ask(patient, datId, true);
  await list(holder, datId);
  expect(await notificationsOf(patient)).toEqual(['for-sale']);
  expect(await notificationsOf(fan)).toEqual(['for-sale']);
  await m.shiftClock(DAY_MILLIS);
  await m.runScheduled('notifyWishesJob');
  await m.runScheduled('notifyWishesJob');
  expect(await notificationsOf(fan)).toEqual(['for-sale', 'for-sale']);
  expect(await mailsTo(fan)).toBe(2);
  expect(await ask(fan, datId)).toMatchObject({ isWanted: false, isForSale: true });
});
