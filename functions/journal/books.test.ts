import { docs } from '@datchain/shared/contracts/paths.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { expect, test, vi } from 'vitest';
import type { Projector } from '../projector/projector.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { makeBooks } from './books.ts';
import { Door } from './door.ts';
import type { Entry } from './entry.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const clock = { now: () => Date.UTC(2026, 10, 1) };

function noted({ screensFail = false, debtsFail = false } = {}) {
  const store = memoryStore();
  const shown: unknown[] = [];
  const show = async (...what: unknown[]) => {
    shown.push(what);
    if (screensFail) throw new Error('The screens are out of reach');
  };
  const projector = { project: show, projectEntry: show } as unknown as Projector;
  const failing = {
    ...store,
    async write(batch: Parameters<typeof store.write>[0]) {
      const isDebt = batch.create?.some(({ path }) => path.startsWith('journal/debt-paid'));
      if (debtsFail && isDebt) throw new Error('The books are out of reach');
      return store.write(batch);
    },
  };
  const books = makeBooks(new Door(failing, clock), projector);
  const debtOf = (uid: string) => store.all().get(docs.userGuard(uid))?.debtMicros;
  return { books, shown, debtOf };
}

const owing = openingEarningsEntry('ana', 'a', {
  days: { '2026-10-01': 5_000_000 },
  debtMicros: 3_000_000,
});

test('screens are updated before an entry is answered, and not for an entry that is refused or changes nothing', async () => {
  const { books, shown } = noted();
  await books.commit(openingEarningsEntry('ana', 'a', { rewardQty: 1 }));
  expect(shown).toEqual([[['user:ana'], ['opening-earnings:ana:a']]]);
  const entry = openingEarningsEntry('ana', 'b', {});
  const no = refuse('not-found', 'Not found');
  expect(await books.commit({ ...entry, decide: () => no })).toEqual(no);
  const quiet: Entry = {
    ...entry,
    decide: () => ({ result: null, postings: [], documents: [], touched: [] }),
  };
  expect(await books.commit(quiet)).toMatchObject({ recorded: true });
  expect(shown).toHaveLength(1);
});

test('[N-MON-04] earnings pay a debt of their user at once, and both are shown together', async () => {
  const { books, shown, debtOf } = noted();
  expect(await books.commit(owing)).toMatchObject({ entryId: 'opening-earnings:ana:a' });
  expect(debtOf('ana')).toBe(0);
  const ids = ['opening-earnings:ana:a', 'debt-paid:ana:opening-earnings:ana:a'];
  expect(shown).toEqual([[['user:ana'], ids]]);
});

test('an answer does not wait for a debt that cannot be paid yet, or for screens out of reach', async () => {
  const debts = noted({ debtsFail: true });
  expect(await debts.books.commit(owing)).toMatchObject({ recorded: true });
  expect(debts.debtOf('ana')).toBe(3_000_000);
  expect(debts.shown).toEqual([[['user:ana'], ['opening-earnings:ana:a']]]);
  const screens = noted({ screensFail: true });
  expect(await screens.books.commit(owing)).toMatchObject({ recorded: true });
  await screens.books.show('settle:o');
  expect(screens.shown.at(-1)).toEqual(['settle:o']);
});
