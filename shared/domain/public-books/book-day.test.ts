import { expect, test } from 'vitest';
import { accounts, move } from '../books/postings.ts';
import { closingOf, DayOfBooks, missingMicros, nothingYet, sumBySide } from './book-day.ts';
import { bookFigures, findFigure } from './figures.ts';

const usd = (dollars: number) => dollars * 1_000_000;
const day = { date: '2026-11-20', upTo: 0, isClosed: true };

const sale = {
  kind: 'order-settled',
  postings: [
    ...move('USD', accounts.card, accounts.backing, usd(270)),
    ...move('USD', accounts.card, accounts.pool, usd(30)),
    ...move('FACE', accounts.issuer, accounts.user('bo'), usd(300)),
  ],
};
const purchase = {
  kind: 'edition-sold',
  postings: [
    ...move('USD', accounts.backing, accounts.owed('ana'), usd(32)),
    ...move('USD', accounts.backing, accounts.platform, usd(4)),
  ],
};
const fee = {
  kind: 'card-fee',
  postings: move('USD', accounts.platform, accounts.cardFees, usd(9)),
};
const hold = {
  kind: 'payout-held',
  postings: move('USD', accounts.owed('ana'), accounts.payout('p1'), usd(25)),
};
const paid = {
  kind: 'payout-paid',
  postings: move('USD', accounts.payout('p1'), accounts.transfers, usd(25)),
};

function booksOf(entries: readonly (typeof sale)[], opening = nothingYet) {
  const books = new DayOfBooks();
  for (const entry of entries) books.add(entry);
  return books.after(opening, day);
}

test('money that came in, less money that went out, is held, owed or earned', () => {
  const books = booksOf([sale, purchase, fee, hold]);
  expect(sumBySide(books)).toEqual({
    in: usd(300),
    out: usd(9),
    held: usd(264),
    owed: usd(32),
    earned: usd(-5),
  });
  expect(missingMicros(books)).toBe(0);
});

test('each figure lists the kinds of entries that moved it, with their number', () => {
  const { figures } = booksOf([sale, sale, purchase]);
  expect(figures.backing.lines).toEqual([
    { kind: 'edition-sold', entries: 1, deltaMicros: usd(-36) },
    { kind: 'order-settled', entries: 2, deltaMicros: usd(540) },
  ]);
  expect(figures.backing.closingMicros).toBe(usd(504));
  expect(figures.payouts.lines).toEqual([]);
});

test('a day continues from the one before, whatever the order of its entries', () => {
  const first = booksOf([sale, purchase, hold]);
  const second = booksOf([fee, paid], closingOf(first));
  expect(second).toEqual(booksOf([paid, fee], closingOf(first)));
  expect(second.figures.onTheWay).toEqual({
    openingMicros: usd(25),
    closingMicros: 0,
    lines: [{ kind: 'payout-paid', entries: 1, deltaMicros: usd(-25) }],
  });
  expect(second.figures.backing).toMatchObject({ openingMicros: usd(234), lines: [] });
  expect(missingMicros(second)).toBe(0);
});

test('a move within a figure adds no line to it, but counts as an entry', () => {
  const within = {
    kind: 'passed-on',
    postings: move('USD', accounts.owed('ana'), accounts.owed('bo'), usd(1)),
  };
  const { entries, figures } = booksOf([sale, within]);
  expect(entries).toBe(2);
  expect(figures.owed.lines).toEqual([]);
});

test('entries dated on a closed day count in the day they arrive, and are listed by their date', () => {
  const books = new DayOfBooks();
  books.add(sale);
  for (const date of ['2026-11-19', '2026-11-17', '2026-11-19', '2026-11-18']) {
    books.addLate(fee, date);
  }
  const { entries, late, figures } = books.after(nothingYet, day);
  expect(entries).toBe(5);
  expect(figures.cardFees.closingMicros).toBe(usd(36));
  expect(late).toEqual([
    { date: '2026-11-17', entries: 1 },
    { date: '2026-11-18', entries: 1 },
    { date: '2026-11-19', entries: 2 },
  ]);
});

test('every account with dollars belongs to a figure, and an unknown account is refused', () => {
  expect(() => findFigure('vault')).toThrow('No figure of the public books has the account vault');
  expect(() => findFigure('poolside')).toThrow();
  const all = Object.values(accounts).map((account) =>
    typeof account === 'string' ? account : account('x'),
  );
  const withDollars = all.filter(
    (account) => !/^(world:issuer|block:|queue:|order:|user:)/.test(account),
  );
  const found = new Set(withDollars.map((account) => findFigure(account).figure));
  expect([...found].sort()).toEqual(bookFigures.map(({ key }) => key).sort());
});
