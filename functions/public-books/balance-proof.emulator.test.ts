import { docs } from '@datchain/shared/contracts/paths.ts';
import { isPartOf } from '@datchain/shared/domain/public-books/balance-tree.ts';
import { missingMicros } from '@datchain/shared/domain/public-books/book-day.ts';
import { expect, test } from 'vitest';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { cashOut } from '../testing/cash-out.ts';
import { collectors } from '../testing/collectors.ts';
import { market } from '../testing/market.ts';
import { closeDays, sha256 } from './close-days.ts';

const m = market();
const c = cashOut(m);
const { fanWith } = collectors(m);

test('a user’s balance is proved to be part of the total that everyone reads, and no other is', async () => {
  const fan = await fanWith(25);
  await c.earn(fan, { 0: 12 });
  await closeDays(services());
  const { status, body } = await m.call('getBalanceProof', {}, fan.token);
  expect(status, JSON.stringify(body)).toBe(200);
  const { date, root, proof } = body.result;
  expect(proof.leaf).toMatchObject({ owedMicros: 12_000_000, tokens: 50, rewardTokens: 0 });
  const own = { leaf: { uid: fan.uid, ...proof.leaf }, steps: proof.steps };
  expect(await isPartOf(root, own, sha256)).toBe(true);

  const published = (await firestore().collection(docs.bookDays).doc(date).get()).data();
  expect(published?.balances).toEqual(root);

  const stranger = await fanWith(25);
  const asked = await m.call('getBalanceProof', {}, stranger.token);
  expect(asked.body.result.proof, 'nothing was due when the day was written').toBeNull();
  const borrowed = { ...own, leaf: { ...own.leaf, uid: stranger.uid } };
  expect(await isPartOf(root, borrowed, sha256)).toBe(false);
});

test('the newest day names no one, and balances to the micro', async () => {
  const fan = await fanWith(30);
  await closeDays(services());
  const day = await services().bookDays.latest();
  if (!day) throw new Error('There is no day.');
  expect(missingMicros(day)).toBe(0);
  const stored = await firestore().collection(docs.bookDays).doc(day.date).get();
  expect(JSON.stringify(stored.data())).not.toContain(fan.uid);
  expect(day.users).toBeGreaterThan(0);
});
