import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import {
  closingOf,
  DayOfBooks,
  nothingYet,
} from '@datchain/shared/domain/public-books/book-day.ts';
import { expect, test } from 'vitest';
import { bookMonths, booksView, closedView } from './books-view.ts';

const books = new DayOfBooks();
books.add({
  kind: 'order-settled',
  postings: [
    ...move('USD', accounts.card, accounts.backing, 270_000_000),
    ...move('USD', accounts.card, accounts.pool, 30_000_001),
  ],
});
books.add({
  kind: 'card-fee',
  postings: move('USD', accounts.platform, accounts.cardFees, 9_000_000),
});

const aBookDay = (changes: Partial<StoredBookDay> = {}): StoredBookDay => ({
  ...(books.after(nothingYet, {
    date: '2026-11-20',
    upTo: Date.UTC(2026, 10, 20, 10, 42),
    isClosed: false,
  }) as StoredBookDay),
  balances: { owedMicros: 1_500_000, tokens: 866, rewardTokens: 1 },
  users: 3,
  generation: 'g',
  ...changes,
});

test('[N-FIG-05] both sides of a day are shown with the same decimals, and as equal', () => {
  const view = booksView(aBookDay());
  expect([view.left, view.right, view.balances]).toEqual(['$291.000001', '$291.000001', true]);
  expect(view.sides.map(({ name, total }) => [name, total])).toEqual([
    ['What came in', '$300.000001'],
    ['What went out', '$9.000000'],
    ['Held', '$300.000001'],
    ['Owed', '$0.000000'],
    ['Earned', '−$9.000000'],
  ]);
  expect(view.state).toBe('So far, up to 20 Nov 2026, 10:42 UTC.');
});

test('[N-FIG-04] the page names the platform’s shortfall until its owner has paid it in', () => {
  expect(booksView(aBookDay()).shortfall).toBe('$9.00');
  const paidIn = new DayOfBooks();
  const owner = move('USD', accounts.owner, accounts.platform, 9_000_000);
  paidIn.add({ kind: 'owner-paid-in', postings: owner });
  const next = paidIn.after(closingOf(aBookDay()), {
    date: '2026-11-21',
    upTo: Date.UTC(2026, 10, 21),
    isClosed: false,
  });
  const after = booksView({ ...aBookDay(), figures: (next as StoredBookDay).figures });
  expect([after.shortfall, after.balances]).toEqual([undefined, true]);
});

test('a figure opens to its opening amount, its movements and its closing amount', () => {
  const view = booksView(aBookDay({ isClosed: true }));
  const [backing] = view.sides.find(({ key }) => key === 'held')?.figures ?? [];
  expect(backing?.lines).toEqual([
    { text: 'At the start of the day', amount: '$0.000000' },
    {
      text: '1 × token purchases paid',
      amount: '+$270.000000',
      inLog: {
        date: '2026-11-20',
        figure: 'backing',
        kind: 'order-settled',
        deltaMicros: 270_000_000,
      },
    },
    { text: 'At the end of the day', amount: '$270.000000' },
  ]);
});

test('a movement without single lines in the public log has no link to them', () => {
  const view = booksView(aBookDay());
  const [fees] = view.sides.find(({ key }) => key === 'out')?.figures ?? [];
  expect(fees?.lines[1]).toEqual({ text: '1 × card fees', amount: '+$9.000000' });
});

test('a day names its entries that are dated on an earlier, already closed day', () => {
  const late = [
    { date: '2026-11-18', entries: 1 },
    { date: '2026-11-19', entries: 2 },
  ];
  expect(booksView({ ...aBookDay(), late }).late).toEqual([
    'One of them is dated 18 Nov 2026 and came after that day was closed.',
    '2 of them are dated 19 Nov 2026 and came after that day was closed.',
  ]);
  expect(booksView(aBookDay()).late).toEqual([]);
});

test('books whose sides differ say so', () => {
  const day = aBookDay();
  const pool = { ...day.figures.pool, closingMicros: day.figures.pool.closingMicros - 1 };
  expect(booksView({ ...day, figures: { ...day.figures, pool } }).balances).toBe(false);
});

test('each day is a line, grouped by month, that leads to its own page', () => {
  const amounts = { cameIn: '$300.000001', wentOut: '$9.00', kept: '$291.000001' };
  const row = (date: string, text: string) => ({ date, text, href: `/books/${date}`, ...amounts });
  const days = ['2026-11-20', '2026-11-19', '2026-10-31'].map((date) => aBookDay({ date }));
  expect(bookMonths(days)).toEqual([
    {
      month: '2026-11',
      text: 'Nov 2026',
      kept: amounts.kept,
      rows: [row('2026-11-20', '20 Nov 2026'), row('2026-11-19', '19 Nov 2026')],
    },
    {
      month: '2026-10',
      text: 'Oct 2026',
      kept: amounts.kept,
      rows: [row('2026-10-31', '31 Oct 2026')],
    },
  ]);
});

const closing: StoredBookDay['closing'] = {
  at: Date.UTC(2026, 10, 21, 0, 10),
  coins: 1_234,
  root: 'cd'.repeat(32),
  assets: { source: 'stripe', availableCents: 25_000, pendingCents: -75 },
};

test("the debts of the newest closed day stand beside Stripe's balance", () => {
  const open = aBookDay({ date: '2026-11-21' });
  const closed = aBookDay({ isClosed: true, closing });
  expect(closedView([open, closed])).toEqual({
    day: '20 Nov 2026',
    owed: '$1.50',
    at: '21 Nov 2026, 00:10 UTC',
    assets: { available: '$250.00', pending: '−$0.75' },
    coins: '1,234',
    root: closing?.root,
    logHref: '/data/v1/days/2026-11-21.jsonl',
  });
  const silent = aBookDay({ isClosed: true, closing: closing && { ...closing, assets: null } });
  expect(closedView([silent])?.assets).toBeUndefined();
  expect(closedView([open, aBookDay({ isClosed: true })]), 'closed late').toBeUndefined();
});
