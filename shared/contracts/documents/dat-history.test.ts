import { expect, test } from 'vitest';
import type { HistoryLine } from '../../domain/dat-events.ts';
import { readDatHistory } from './dat-history.ts';

const sold: HistoryLine = {
  at: 20,
  kind: 'sold',
  edition: 7,
  priceCents: 10_000,
  from: 'adaokonjo',
  to: '',
};
const takenDown: HistoryLine = {
  at: 30,
  kind: 'taken-down',
  edition: null,
  priceCents: null,
  from: null,
  to: null,
  reason: 'A claim of rights',
};

test('a stored history reads back unchanged, and an unnamed person stays distinct from nobody', () => {
  expect(readDatHistory({ lines: [takenDown, sold] })).toEqual([takenDown, sold]);
});

test.each([
  ['no document', undefined],
  ['a document without lines', {}],
  ['malformed lines', { lines: ['x', null, { at: 'never', kind: 'sold' }] }],
  ['a line of an unknown kind', { lines: [{ ...sold, kind: 'lent' }] }],
])('%s reads as an empty history', (_what, stored) => {
  expect(readDatHistory(stored)).toEqual([]);
});
