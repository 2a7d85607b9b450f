import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { expect, test } from 'vitest';
import { findLastPaid, historyRows } from './history-view.ts';

const at = Date.UTC(2026, 10, 14, 9, 30);
const line = (changes: Partial<HistoryLine>): HistoryLine => ({
  at,
  kind: 'sold',
  edition: 7,
  priceCents: 2_500,
  from: 'adaokonjo',
  to: 'vinylvera',
  ...changes,
});

test.each([
  ['a sale', {}, ['Sold #7', '$25.00', '@adaokonjo', '@vinylvera']],
  [
    'the release',
    { kind: 'released', edition: null, from: null, to: 'adaokonjo' },
    ['Released', '$25.00', '–', '@adaokonjo'],
  ],
  ['an offer', { kind: 'listed', to: null }, ['For sale #7', '$25.00', '@adaokonjo', '–']],
  [
    'the end of an offer by somebody who is unnamed',
    { kind: 'unlisted', priceCents: null, from: '', to: null },
    ['Off sale #7', '–', 'Unnamed', '–'],
  ],
] as const)('%s is one line with its date', (_what, changes, shown) => {
  const [row] = historyRows([line(changes)]);
  expect(row).toMatchObject({ date: '14 Nov 2026', dateTime: '2026-11-14T09:30:00.000Z' });
  expect([row?.what, row?.price, row?.from, row?.to]).toEqual(shown);
});

test('a takedown and a restoration show their reasons', () => {
  const changes = { edition: null, priceCents: null, from: null, to: null, reason: 'A claim' };
  const rows = historyRows([
    line({ ...changes, kind: 'restored', reason: 'Settled' }),
    line({ ...changes, kind: 'taken-down' }),
  ]);
  expect(rows).toMatchObject([
    { what: 'Restored', reason: 'Settled' },
    { what: 'Taken down', reason: 'A claim' },
  ]);
});

test('the last price paid is the newest sale of each edition, not an offer', () => {
  const lines = [
    line({ kind: 'listed', priceCents: 9_900 }),
    line({ priceCents: 5_000 }),
    line({ priceCents: 2_500 }),
    line({ edition: 3, priceCents: 1_000 }),
  ];
  expect(findLastPaid(lines)).toEqual({ 3: 1_000, 7: 5_000 });
});
