import { docs } from '@datchain/shared/contracts/paths.ts';
import { missingMicros } from '@datchain/shared/domain/public-books/book-day.ts';
import { missingLines, ownLines } from '@datchain/shared/domain/public-books/coins.ts';
import { readSoundList } from '@datchain/testing/pure/coin-list.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { closeToday } from '@datchain/testing/server/close-today.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { copied } from '@datchain/testing/server/copied.ts';
import { market } from '@datchain/testing/server/market.ts';
import { expect, test } from 'vitest';
import { publishPublicLog } from '../public-log/job.ts';
import { openPublicLog } from '../public-log/source.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { closeDays } from './close-days.ts';

const m = market();
const c = cashOut(m);
const { fanWith } = collectors(m);

test('the newest day of the books names nobody, and balances to the micro', async () => {
  const fan = await fanWith(30);
  await closeDays(services());
  const day = await services().bookDays.latest();
  if (!day) throw new Error('There is no day.');
  expect(missingMicros(day)).toBe(0);
  const stored = await firestore().collection(docs.bookDays).doc(day.date).get();
  expect(JSON.stringify(stored.data())).not.toContain(fan.uid);
  expect(day.users).toBeGreaterThan(0);
});

test('a user finds their coins in the published list, with the secret from the call and their e-mail address', async () => {
  const fan = await fanWith(25);
  await c.earn(fan, { 0: 12 });
  const day = await closeToday();
  await publishPublicLog(services());
  const { status, body } = await m.call('getBalanceProof', { day }, fan.token);
  expect(status, JSON.stringify(body)).toBe(200);
  const { own } = body.result;
  expect(own).toMatchObject({ owedMicros: 12_000_000, tokens: 50, rewardTokens: 0 });

  const copy = await copied();
  const log = await openPublicLog(copy);
  let published = '';
  for await (const { day: listed, read } of log.coins()) {
    if (listed === day) for await (const text of read()) published += text;
  }
  const lines: Record<string, unknown>[] = [];
  for await (const line of log.lines()) lines.push(JSON.parse(line));
  await copy.close();
  const list = readSoundList(published);
  const liabilities = lines.find(({ kind }) => kind === 'liabilities');
  expect(liabilities).toMatchObject({ day, coins: list.coins, root: list.root });
  expect(lines.find(({ kind }) => kind === 'assets')).toMatchObject({ day, source: 'stripe' });
  const account = await services().authUsers.emails([fan.uid]);
  const email = account.get(fan.uid) ?? '?';
  expect(missingLines(list.lines, ownLines(day, { salt: own.salt, email }, own))).toEqual([]);
  const other = ownLines(day, { salt: own.salt, email: 'other@example.com' }, own);
  expect(missingLines(list.lines, other)).toEqual(other);

  const stranger = await m.signUp();
  const asked = await m.call('getBalanceProof', { day }, stranger.token);
  expect(asked.body.result, 'nothing was due when the day was closed').toEqual({ own: null });
});
