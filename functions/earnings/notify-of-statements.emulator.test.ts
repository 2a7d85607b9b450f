import { docs } from '@datchain/shared/contracts/paths.ts';
import { monthOf, utcDay } from '@datchain/shared/domain/time.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { dyingStore } from '@datchain/testing/server/dying-store.ts';
import { inbox } from '@datchain/testing/server/inbox.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { afterEach, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { buyEditionEntry } from '../journal/entries/editions.ts';
import { sendMails } from '../mail/send-mails.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { notifyOfStatements } from './notify-of-statements.ts';

const m = market();
const { fanWith, release } = collectors(m);
const thisMonth = monthOf(utcDay(Date.now()));

afterEach(() => setClockOffset(0));

const statementsOf = async ({ uid }: Fan) =>
  (await firestore().collection(docs.notifications(uid)).get()).docs
    .map((found) => found.data())
    .filter(({ kind }) => kind === 'statement');
const mailsTo = async ({ uid }: Fan) =>
  (await firestore().collection(docs.mails).where('about.kind', '==', 'statement').get()).docs
    .map((mail) => mail.get('uid'))
    .filter((each) => each === uid);

function goOn(months: number): void {
  const now = new Date();
  const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1, 2);
  setClockOffset(then - now.getTime());
}

async function seller(editions: number): Promise<Fan> {
  const [artist, buyer] = [await m.signUp(), await fanWith(100)];
  const datId = await release(artist, editions);
  for (let number = 1; number <= editions; number++) {
    await commit(buyEditionEntry({ datId, number, version: 1 }, buyer.uid, 1_000));
  }
  return artist;
}

test('[N-PPL-04] users who earned something are notified once after the month ends, with the sum of their statement', async () => {
  const [artist, fan] = [await seller(2), await m.signUp()];
  const line = { kind: 'before', month: thisMonth, count: 0, micros: 900 };
  await firestore().doc(docs.earningsLine(fan.uid, 'rest')).set(line);
  expect(await statementsOf(artist)).toEqual([]);
  goOn(1);
  await Promise.all([notifyOfStatements(services()), notifyOfStatements(services(), 1)]);
  await notifyOfStatements(services());
  const statement = { kind: 'statement', month: thisMonth, earnedMicros: 16_000_000 };
  expect(await statementsOf(artist)).toEqual([expect.objectContaining(statement)]);
  expect(await mailsTo(artist)).toHaveLength(1);
  expect(await statementsOf(fan)).toEqual([]);

  await sendMails(services());
  const mail = (await inbox(m.addresses).of(artist.email)).at(-1);
  expect(mail?.subject).toMatch(/^You earned \$16\.00 in [A-Z][a-z]+ \d{4}$/);
  expect(mail?.text).toContain(`/wallet/earnings?period=${thisMonth}`);
  expect(mail?.headers['List-Unsubscribe']).toContain('c=statements');

  goOn(2);
  expect(await notifyOfStatements(services())).toBe(0);
  expect(await statementsOf(artist)).toHaveLength(1);
});

test('[N-PPL-04] a killed job notifies the remaining users later, each once; a closing account is not notified', async () => {
  // A separate month, because the other test has already sent the statements of its month.
  goOn(6);
  const month = monthOf(utcDay(services().clock.now()));
  const [one, two, three] = [await seller(1), await seller(1), await seller(1)];
  const closing = await seller(1);
  await firestore().doc(docs.closure(closing.uid)).set({ uid: closing.uid, at: Date.now() });
  goOn(7);
  const all = services();
  const store = dyingStore(all.store, 2);
  await expect(notifyOfStatements({ ...all, store }, 1)).rejects.toThrow('killed');
  await notifyOfStatements(all);
  for (const fan of [one, two, three]) {
    expect([await statementsOf(fan), await mailsTo(fan)]).toMatchObject([
      [{ earnedMicros: 8_000_000 }],
      [fan.uid],
    ]);
  }
  expect(await statementsOf(closing)).toEqual([]);
  const progress = (await firestore().doc(docs.statementNews(month)).get()).data();
  expect(progress).toEqual({ month: month, after: '', isDone: true });
});
