import { readBooks } from '@datchain/shared/contracts/documents/books.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { noRest, restOf } from '@datchain/shared/domain/books/rest.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { memoryLogins } from '@datchain/testing/server/memory-logins.ts';
import { postAllDue } from '@datchain/testing/server/shared-streams.ts';
import { expect, test } from 'vitest';
import { buyEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { distributeEntry } from '../journal/entries/streams.ts';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import { rateLimit } from '../limits/rate-limit.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { closeAccount, closeAccounts } from './close-account.ts';

const EDITION = { datId: 'blue', number: 1 };

/** Bo holds an edition of Ana's work at the end of 1 November; it is 3 November. */
async function aHolder() {
  const { store, wait, services: memory } = memoryServer(['ana', 'bo']);
  const logins = memoryLogins();
  const limits = rateLimit({ store: memoryStore(), now: memory.clock.now });
  const services = { ...memory, limits, authUsers: logins.authUsers } as typeof memory;
  const { books, guards } = services;
  const mint = { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_000 };
  await accepted(books.commit(mintEntry({ ...mint, sharePpm: 25_000 })));
  const lots = [{ blockId: '50', priceCents: 50, qty: 20, faceMicros: 10_000_000 }];
  const wallet = { uid: 'bo', lots, spendCents: 0, rewardQty: 0, earnedDays: [] };
  await accepted(books.commit(openingWalletEntry(wallet)));
  await accepted(books.commit(buyEditionEntry({ ...EDITION, version: 1 }, 'bo', 1_000)));
  wait(2 * DAY_MILLIS);
  /** Shares a day, as a run does that is killed before it posts. */
  const share = async (streams: number, revision = 0) => {
    const dat = await guards.findDat('blue');
    if (!dat) throw new Error('There is no DAT');
    const day = { datId: 'blue', platform: 'spotify' as const, date: '2026-11-01' };
    await accepted(books.commit(distributeEntry({ ...day, streams, revision }, dat)));
  };
  const guard = () => readUserGuard('bo', store.get(docs.userGuard('bo')));
  const close = (earnedMicros: number) =>
    closeAccount(services, 'bo', {
      rest: { ...noRest, earnedMicros },
      works: 0,
      editions: [{ ...EDITION, becomes: 'kept' }],
    });
  return { services, store, wait, share, guard, close, isOut: () => logins.isOut('bo') };
}

test('[N-PPL-03] [N-JOB-03] an account gets what streams have earned it before it is closed, however the run ended', async () => {
  const { services, store, share, guard, close, isOut } = await aHolder();
  await share(100_000);
  // $0.004 a stream, 5% of it, and 2.5% of that.
  const earnedMicros = 500_000;
  expect(await close(0)).toMatchObject({ code: 'aborted' });
  expect(restOf(guard())).toEqual({ ...noRest, earnedMicros });
  expect(await close(earnedMicros)).toMatchObject({ isClosed: true });
  expect(isOut()).toBe(true);
  await postAllDue(services);
  expect(restOf(guard())).toEqual({ ...noRest, earnedMicros });
  expect(readBooks((path) => store.get(path))).toMatchObject({ streamsDueMicros: 0 });
});

test('[N-PPL-03] an account whose streams are worth a payout is not closed before they are paid out', async () => {
  const { share, close, isOut } = await aHolder();
  await share(6_000_000);
  const closing = await close(0);
  expect(isRefusal(closing) ? [] : closing.reasons).toEqual([
    { text: 'You have earned $30.00.', href: '/cashout' },
  ]);
  expect(isOut()).toBe(false);
});

test('[N-PPL-03] an account is not closed while a correction of its streams leaves a debt', async () => {
  const { services, share, guard, close } = await aHolder();
  await share(100_000);
  await postAllDue(services);
  const { store } = services;
  const path = docs.userGuard('bo');
  const stored = (await store.read([path])).get(path);
  const earnedDays = guard().earnedDays.map((day) => ({ ...day, spentMicros: day.totalMicros }));
  await store.write({ replace: [{ path, data: { earnedDays }, version: stored?.version }] });
  await share(0, 1);
  const closing = await close(0);
  expect(isRefusal(closing) ? [] : closing.reasons).toEqual([
    { text: 'You owe $0.50 after a refund.', href: '/wallet' },
  ]);
});

test('[N-PPL-03] an account is reopened if its streams were shared between the call and the end', async () => {
  const { services, store, wait, share, guard, close, isOut } = await aHolder();
  expect(await close(0)).toMatchObject({ isClosed: true });
  await share(100_000);
  wait(5 * MINUTE_MILLIS);
  expect(await closeAccounts(services)).toMatchObject({ reopened: 1, erased: 0 });
  expect(isOut()).toBe(false);
  expect(guard().closedAt).toBeUndefined();
  expect(restOf(guard())).toEqual({ ...noRest, earnedMicros: 500_000 });
  expect(readBooks((path) => store.get(path))).toMatchObject({ platformMicros: 1_000_000 });
});
