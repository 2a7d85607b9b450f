import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { expect, test } from 'vitest';
import { holdPayoutEntry } from '../journal/entries/payouts.ts';
import type { Entry } from '../journal/entry.ts';
import { collectDebt, collectDebts, commitPastDebt } from './collect-debts.ts';

async function owing(debts: Readonly<Record<string, number>>) {
  const server = memoryServer(['ana', 'bo']);
  const { services, store } = server;
  for (const [uid, debtMicros] of Object.entries(debts)) {
    const days = { '2026-09-01': 60_000_000 };
    await services.books.commit(openingEarningsEntry(uid, 'a', { days, debtMicros }));
    store.set(docs.debt(uid), { uid, debtMicros });
  }
  const debtOf = (uid: string) => store.all().get(docs.userGuard(uid))?.debtMicros;
  return { ...server, debtOf };
}

const payout = (amountUsd: number) => {
  const request = { payoutId: 'p', source: 'credits' as const, amountUsd, accountId: 'acct' };
  return holdPayoutEntry('ana', request, undefined);
};

test('a debt is paid from the earnings, as far as they go', async () => {
  const { services, debtOf } = await owing({ ana: 20_000_000, bo: 70_000_000 });
  expect(await collectDebt(services, 'ana')).toBe(20_000_000);
  expect(await collectDebt(services, 'ana')).toBe(0);
  expect(await collectDebt(services, 'bo')).toBe(60_000_000);
  expect([debtOf('ana'), debtOf('bo')]).toEqual([0, 10_000_000]);
});

test('everyone in debt pays as far as their earnings go, and the job returns the sum', async () => {
  const { services, debtOf } = await owing({ ana: 20_000_000, bo: 70_000_000 });
  expect(await collectDebts(services)).toBe(80_000_000);
  expect(await collectDebts(services)).toBe(0);
  expect([debtOf('ana'), debtOf('bo')]).toEqual([0, 10_000_000]);
});

test('an entry that a debt blocks is committed after earnings have paid the debt', async () => {
  const { services, debtOf } = await owing({ ana: 20_000_000 });
  expect(await commitPastDebt(services, 'ana', payout(40))).toMatchObject({
    recorded: true,
    result: { payoutId: 'p' },
  });
  expect(debtOf('ana')).toBe(0);
});

test('an entry is refused for its debt if nothing can pay it', async () => {
  const { services } = await owing({ ana: 70_000_000 });
  await collectDebt(services, 'ana');
  const refused = await commitPastDebt(services, 'ana', payout(40));
  expect(refused).toMatchObject({ message: expect.stringMatching(/^You owe \$10\.00\./) });
});

test('an entry refused for another reason than debt gets that refusal, and no debt is paid', async () => {
  const { services, debtOf } = await owing({ ana: 20_000_000 });
  const refusing = (refusal: Refusal): Entry<null> =>
    ({ ...payout(40), decide: () => refusal }) as never;
  const other = refuse('not-found', 'Not found');
  expect(await commitPastDebt(services, 'ana', refusing(other))).toEqual(other);
  expect(debtOf('ana')).toBe(20_000_000);
  const owes = { ...refuse('failed-precondition', 'You owe'), owes: true as const };
  const asked = await commitPastDebt(services, 'ana', refusing(owes));
  expect(isRefusal(asked)).toBe(true);
  expect(debtOf('ana')).toBe(0);
});
